import type { WordVectors } from "./glove.ts";

/** Sweeps of Jacobi's method over a matrix of a hundred rows; it has converged long before. */
const SWEEPS = 30;

/**
 * The vectors in fewer dimensions and of length 1: the mean taken off, then the strongest `dropped` directions left out, which tell how often
 * a word is used rather than what it means, then the next `kept` ones kept.
 */
export function reduce(vectors: WordVectors, dropped: number, kept: number): WordVectors {
  const { words, dimensions, values } = vectors;
  const centred = centre(values, dimensions);
  const { axes } = eigen(covariance(centred, dimensions), dimensions);
  const reduced = new Float32Array(words.length * kept);
  for (let word = 0; word < words.length; word++) {
    let square = 0;
    for (let axis = 0; axis < kept; axis++) {
      const direction = axes[dropped + axis] ?? new Float64Array(dimensions);
      let dot = 0;
      for (let at = 0; at < dimensions; at++) dot += (centred[word * dimensions + at] ?? 0) * (direction[at] ?? 0);
      reduced[word * kept + axis] = dot;
      square += dot * dot;
    }
    const length = Math.sqrt(square) || 1;
    for (let axis = 0; axis < kept; axis++) reduced[word * kept + axis] = (reduced[word * kept + axis] ?? 0) / length;
  }
  return { words, dimensions: kept, values: reduced };
}

function centre(values: Float32Array, dimensions: number): Float32Array {
  const count = values.length / dimensions;
  const mean = new Float64Array(dimensions);
  for (const [at, value] of values.entries()) mean[at % dimensions] = (mean[at % dimensions] ?? 0) + value / count;
  return values.map((value, at) => value - (mean[at % dimensions] ?? 0));
}

function covariance(values: Float32Array, size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < values.length; row += size)
    for (let a = 0; a < size; a++) {
      const left = values[row + a] ?? 0;
      for (let b = a; b < size; b++) matrix[a * size + b] = (matrix[a * size + b] ?? 0) + left * (values[row + b] ?? 0);
    }
  for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) matrix[a * size + b] = matrix[b * size + a] ?? 0;
  return matrix;
}

/** Eigenvectors of a symmetric matrix by falling eigenvalue (Jacobi's method). */
function eigen(matrix: Float64Array, size: number): { readonly axes: readonly Float64Array[] } {
  const vectors = new Float64Array(size * size);
  for (let at = 0; at < size; at++) vectors[at * size + at] = 1;
  for (let sweep = 0; sweep < SWEEPS; sweep++)
    for (let p = 0; p < size; p++) for (let q = p + 1; q < size; q++) rotate(matrix, vectors, { p, q, size });
  const order = Array.from({ length: size }, (_, at) => at).sort(
    (a, b) => (matrix[b * size + b] ?? 0) - (matrix[a * size + a] ?? 0),
  );
  return {
    axes: order.map((column) => Float64Array.from({ length: size }, (_, row) => vectors[row * size + column] ?? 0)),
  };
}

function rotate(matrix: Float64Array, vectors: Float64Array, place: { p: number; q: number; size: number }): void {
  const { p, q, size } = place;
  const off = matrix[p * size + q] ?? 0;
  if (off === 0) return;
  const theta = ((matrix[q * size + q] ?? 0) - (matrix[p * size + p] ?? 0)) / (2 * off);
  const tangent = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const turn = (array: Float64Array, left: number, right: number): void => {
    const a = array[left] ?? 0;
    const b = array[right] ?? 0;
    array[left] = cosine * a - sine * b;
    array[right] = sine * a + cosine * b;
  };
  for (let k = 0; k < size; k++) turn(matrix, k * size + p, k * size + q);
  for (let k = 0; k < size; k++) turn(matrix, p * size + k, q * size + k);
  for (let k = 0; k < size; k++) turn(vectors, k * size + p, k * size + q);
}
