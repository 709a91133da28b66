/** Commands as the person would type them, for hints. */

/** From `runs resume …` to `mintdesk runs resume …`, with `--project` and `--data` if they were given. */
export type Typed = (command: string) => string

/** The scripts of package.json that run this command line. */
const scripts: ReadonlySet<string | undefined> = new Set(['mintdesk', 'start'])

/** Formats commands as the person would type them: through npm in a checkout, and with the given data folder and project. */
export function typer(named: string | undefined, env: NodeJS.ProcessEnv, project?: string): Typed {
  // A script of another package may call an installed Mintdesk.
  const inCheckout = env.npm_package_name === 'mintdesk' && scripts.has(env.npm_lifecycle_event)
  const program = inCheckout ? 'npm run mintdesk --' : 'mintdesk'
  const options = [
    ['project', project],
    ['data', named],
  ] as const
  return (command) =>
    options.reduce(
      (words, [name, value]) =>
        value === undefined || ` ${words} `.includes(` --${name} `) ? words : `${words} --${name} ${shellWord(value)}`,
      `${program} ${command}`,
    )
}

/**
 * Text of the core, which names commands in quotes as they are for the first project of the usual data folder
 * (“mintdesk collections resume …”), with those commands as this person would type them.
 * What `typed` has formatted before stays as it is.
 */
export function asTyped(text: string, typed: Typed): string {
  return text.replace(
    /(["“])mintdesk ([a-z][^"”]*)(["”])/g,
    (_, open: string, command: string, close: string) => `${open}${typed(command)}${close}`,
  )
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
