/** A rule of this project for the linter: what is known of a text belongs to its reading, never to a module. */

interface Node {
  readonly type: string;
  readonly kind?: string;
  readonly declaration?: Node | null;
  readonly body?: readonly Node[];
}

interface Context {
  readonly filename: string;
  readonly report: (problem: { readonly node: Node; readonly message: string }) => void;
}

const LAYERS = /\/src\/((?:core|text|analyzers|codecs|engine)\/.+)$/;

/** Files whose module-level variables are not moved yet. Take a file out when its last one goes; add none. */
export const WITH_VARIABLES: ReadonlySet<string> = new Set([]);

const VARIABLE =
  "A module-level variable is shared by all texts and requests: keep what is known of a text in its Reading (see `facet`), make a table on first use by `lazy`, and keep what a process has one of in app.ts.";

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
    };
  },
};
