/** A rule of this project for the linter: no address is resolved against another one. */

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly arguments?: readonly Node[];
}

interface Context {
  readonly report: (problem: { readonly node: Node; readonly message: string }) => void;
}

const MESSAGE =
  "A path that begins with // is resolved as a host. src/proxy/upstream/upstream-address.ts joins addresses; files are found from import.meta.url.";

/** `import.meta.url`: files of the package. */
const isOwnFile = (node: Node | undefined): boolean =>
  node?.type === "MemberExpression" && node.object?.type === "MetaProperty" && node.property?.name === "url";

const isUrl = (node: Node | undefined): boolean =>
  node?.name === "URL" ||
  (node?.type === "MemberExpression" && node.object?.name === "globalThis" && node.property?.name === "URL");

const hasBase = (node: Node): boolean =>
  ((node.arguments?.length ?? 0) > 1 && !isOwnFile(node.arguments?.[1])) ||
  node.arguments?.some(({ type }) => type === "SpreadElement") === true;

export const noUrlBase = {
  create: ({ report }: Context) => ({
    NewExpression: (node: Node) => {
      if (isUrl(node.callee) && hasBase(node)) report({ node, message: MESSAGE });
    },
    CallExpression: (node: Node) => {
      if (node.callee?.type === "MemberExpression" && isUrl(node.callee.object) && hasBase(node))
        report({ node, message: MESSAGE });
    },
  }),
};
