/** Options of Node that `npm start` gives (docs/decisions/003); what V8 compiled under others does not serve. */
export const NODE_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=30"] as const;
