const factor = Number(process.env["FUZZ"] ?? 1);

/** How many random cases a long property tries; `npm run fuzz` multiplies them. */
export const runs = (usual: number): number => usual * factor;
