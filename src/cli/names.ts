import { CommandError } from './failure.ts'

/**
 * Reads `a,b`: each name that is given, once.
 * @param kind what is named, such as `scope`, and the code of the error
 * @throws CommandError that names what there is
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
