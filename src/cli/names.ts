import { CommandError } from './failure.ts'

/**
 * Parses a list such as `a,b` into its names, each once.
 * @param kind what the names stand for, such as `scope`; `code` is the error's code
 * @throws CommandError that lists the valid names
 */
export function readNames<Name extends string>(
  text: string,
  all: readonly Name[],
  { kind, code }: { kind: string; code: string },
): Name[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !all.some((one) => one === name))
  if (unknown !== undefined)
    throw new CommandError(
      code,
      `There is no ${kind} ${JSON.stringify(unknown)}: use all, or some of ${all.join(', ')}, with commas between them.`,
    )
  return [...new Set(names.flatMap((name) => all.find((one) => one === name) ?? []))]
}
