/** Values by name, as a process is given them. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface Substitution {
  readonly text: string;
  /** What could not be replaced, in words; the text is then of no use. */
  readonly problems: readonly string[];
}

// A reference that is well formed, `$${` for a literal `${`, or a `${` that is neither.
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}`; `$${` stands for a literal `${`. As in a shell, the default stands in for an
 * empty variable too. What comes from the environment is not looked at again.
 */
export function substituteEnv(text: string, env: Env): Substitution {
  const problems: string[] = [];
  const replaced = text.replaceAll(
    REFERENCE,
    (whole: string, name: string | undefined, fallback: string | undefined) => {
      if (whole === "$${") return "${";
      if (name === undefined) {
        problems.push("${ begins no reference: write ${NAME}, ${NAME:-default}, or $${ for the characters themselves");
        return whole;
      }
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value !== undefined && (value !== "" || fallback === undefined)) return value;
      if (fallback === undefined)
        problems.push(`environment variable ${name} is not set; give a default as \${${name}:-…}`);
      return fallback ?? whole;
    },
  );
  return { text: replaced, problems };
}
