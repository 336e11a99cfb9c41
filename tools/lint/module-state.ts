/** A rule of this project for the linter: what is known of a text belongs to its reading, never to a module. */

interface Node {
  readonly type: string;
  readonly kind?: string;
  readonly declaration?: Node | null;
  readonly body?: readonly Node[];
  readonly imported?: { readonly name?: string };
}

interface Context {
  readonly filename: string;
  readonly report: (problem: { readonly node: Node; readonly message: string }) => void;
}

const LAYERS = /\/src\/((?:core|text|analyzers|codecs|engine)\/.+)$/;

/** Files whose module-level variables are not moved yet. Take a file out when its last one goes; add none. */
export const WITH_VARIABLES: ReadonlySet<string> = new Set([]);

/** Files that keep something of the last text beside its reading. Take a file out when it no longer does; add none. */
export const WITH_MEMORIES: ReadonlySet<string> = new Set(["text/units.ts"]);

const VARIABLE =
  "A module-level variable is shared by all texts and requests: keep what is known of a text in its Reading (see `facet`), make a table on first use by `lazy`, and keep what a process has one of in app.ts.";
const MEMORY =
  "Keep what is known of a text in its Reading (see `facet`): a module's memory of the last text is dropped or wrong as soon as texts alternate.";

export const noModuleState = {
  create: ({ filename, report }: Context) => {
    const file = LAYERS.exec(filename.replaceAll("\\", "/"))?.[1];
    if (file === undefined) return {};
    return {
      Program: ({ body = [] }: Node) => {
        if (WITH_VARIABLES.has(file)) return;
        for (const statement of body) {
          const node = statement.declaration ?? statement;
          if (node.type === "VariableDeclaration" && (node.kind === "let" || node.kind === "var"))
            report({ node, message: VARIABLE });
        }
      },
      ImportSpecifier: (node: Node) => {
        const isMemory = node.imported?.name === "Remembered" || node.imported?.name === "forgetLater";
        if (isMemory && !WITH_MEMORIES.has(file)) report({ node, message: MEMORY });
      },
    };
  },
};
