/** What a scenario has measured. */
export interface Figure {
  readonly scenario: string;
  readonly figure: string;
  readonly value: number;
  readonly unit: "×" | "requests/s" | "streams/s" | "ms" | "µs" | "MB" | "KB" | "%" | "/s" | "";
}

/** Two digits behind the point of a ratio, one of what is below ten, none of the rest and of what is counted. */
export function shown({ value, unit }: Pick<Figure, "value" | "unit">): string {
  if (Number.isNaN(value)) return "–";
  const digits = unit === "×" ? 2 : Number(unit !== "" && Math.abs(value) < 10);
  return `${value.toFixed(digits)} ${unit}`.trimEnd();
}
