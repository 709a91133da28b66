import type { Command } from 'commander'

/** A group takes every unknown word for too much of its default command. */
const tooMany = /^error: too many arguments for '[^']+'\. Expected 0 arguments but got \d+: ([^,\n]+?)(, [^\n]*)?\.$/m

/** Lets each command, when it refuses what was typed, name the word, and its own help rather than that of all. */
export function nameOwnHelp(command: Command, path = command.name()): void {
  command.showHelpAfterError(`See ${path} --help.`).configureOutput({
    outputError: (text, write) => write(text.replace(tooMany, "error: unknown command or argument '$1'")),
  })
  for (const one of command.commands)
    nameOwnHelp(one, /\(default\)$/.test(one.description()) ? path : `${path} ${one.name()}`)
}
