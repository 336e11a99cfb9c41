import { z } from "zod";

/** What several sections of the configuration are made of. */

export const integer = (min: number, max: number): z.ZodInt => z.int().min(min).max(max);
export const milliseconds = (max: number): z.ZodInt => integer(1, max);
export const id = (): z.ZodString =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/,
      "must be 1 to 128 letters, digits or . _ : @ -, and begin with a letter or digit",
    );

/** Ends or inner bytes that a header field cannot carry make a key that never matches; a line feed read from a file is the usual one. */
const HEADER_TEXT = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;
export const headerText = (): z.ZodString =>
  z
    .string()
    .regex(HEADER_TEXT, "must be printable ASCII without spaces or line feeds at its ends: a header carries it");

export const DAY_MS = 86_400_000;
export const GIB = 2 ** 30;
export const MIB = 2 ** 20;
