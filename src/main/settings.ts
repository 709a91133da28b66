/** What the app was started with. Pure. */

export interface Settings {
  /** The data folder that was named; undefined for the usual one. */
  dataDir: string | undefined
  /** The port that was named; undefined for the core's usual one. */
  port: number | undefined
}

/**
 * Reads `--data=<dir>` and `--port=<n>` (as `mintdesk serve` takes them), else MINTDESK_HOME and MINTDESK_PORT.
 * @throws an error whose sentence a person can act on, for a port that is none
 */
export function readSettings(switchValue: (name: string) => string, env: NodeJS.ProcessEnv): Settings {
  const port = switchValue('port') || env.MINTDESK_PORT
  if (port && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw new Error(`The port "${port}" is not a number from 0 to 65535: give another with --port=<n>.`)
  }
  return { dataDir: switchValue('data') || env.MINTDESK_HOME || undefined, port: port ? Number(port) : undefined }
}
