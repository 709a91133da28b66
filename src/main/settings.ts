import { resolve } from 'node:path'

/** The options of the app's start. Pure. */

export interface Settings {
  /** The data folder that was given, as an absolute path; undefined: the usual one. */
  dataDir: string | undefined
  /** The port that was given; undefined: the core's usual one. */
  port: number | undefined
}

/** The part of Electron's `app.commandLine` that is used here. It reads no value for a switch without an equals sign. */
export interface Switches {
  hasSwitch(name: string): boolean
  getSwitchValue(name: string): string
}

/**
 * Reads `--data=<dir>` and `--port=<n>` (as `mintdesk serve` takes them), else MINTDESK_HOME and MINTDESK_PORT.
 * @param cwd the folder that a path is relative to
 * @throws an error with a sentence that the person can act on, for a switch without a value or an invalid port
 */
export function readSettings(switches: Switches, env: NodeJS.ProcessEnv, cwd: string): Settings {
  const named = (name: string, value: string): string | undefined => {
    const given = switches.getSwitchValue(name)
    // Otherwise the app would silently use another folder or port than the person meant.
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
 * The command that starts this program again as it was started.
 * @param program its file; for an AppImage the AppImage itself, because its mounted content vanishes
 * @param folder of a checkout, if it is one
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
