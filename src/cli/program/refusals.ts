import type { Command } from 'commander'

/** Commander's error for an unknown word in a group: it counts as an excess argument of the default command. */
const tooMany = /^error: too many arguments for '[^']+'\. Expected 0 arguments but got \d+: ([^,\n]+?)(, [^\n]*)?\.$/m

/** Makes each command's errors name the refused word, and the command's own help instead of the program's. */
export function nameOwnHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(`See ${path} --help.`).configureOutput({
    outputError: (text, write) => write(text.replace(tooMany, "error: unknown command or argument '$1'")),
  })
  for (const one of command.commands)
    nameOwnHelp(one, /\(default\)$/.test(one.description()) ? path : `${path} ${one.name()}`)
}
