import { resolve } from 'node:path'

/** What the app was started with. Pure. */

export interface Settings {
  /** The data folder that was named, as a whole path; undefined for the usual one. */
  dataDir: string | undefined
  /** The port that was named; undefined for the core's usual one. */
  port: number | undefined
}

/** What is used of Electron's `app.commandLine`, which gives no value to a switch without an equals sign. */
export interface Switches {
  hasSwitch(name: string): boolean
  getSwitchValue(name: string): string
}

/**
 * Reads `--data=<dir>` and `--port=<n>` (as `mintdesk serve` takes them), else MINTDESK_HOME and MINTDESK_PORT.
 * @param cwd the folder that a path is relative to
 * @throws an error whose sentence a person can act on, for a switch without its value, and for a port that is none
 */
export function readSettings(switches: Switches, env: NodeJS.ProcessEnv, cwd: string): Settings {
  const named = (name: string, value: string): string | undefined => {
    const given = switches.getSwitchValue(name)
    // Another folder, or port, than the one that was meant would be used without a word.
    if (given === '' && switches.hasSwitch(name))
      throw new Error(`--${name} was given without its value: write --${name}=${value}, with an equals sign.`)
    return given || undefined
  }
  const dataDir = (named('data', '<folder>') ?? env.MINTDESK_HOME) || undefined
  const port = named('port', '<n>') ?? env.MINTDESK_PORT
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new Error(`The port "${port}" is not a number from 0 to 65535: give another with --port=<n>.`)
  }
  return {
    dataDir: dataDir === undefined ? undefined : resolve(cwd, dataDir),
    port: port ? Number(port) : undefined,
  }
}

/**
 * How this program is started as it was.
 * @param program its file: of an AppImage that one, which stays where what it holds goes away
 * @param folder of a checkout, where it is one
 */
export function programCommand(
  program: string,
  folder: string | undefined,
  { dataDir, port }: Settings,
): [string, ...string[]] {
  return [
    program,
    ...(folder === undefined ? [] : [folder]),
    ...(dataDir === undefined ? [] : [`--data=${dataDir}`]),
    ...(port === undefined ? [] : [`--port=${port}`]),
  ]
}
