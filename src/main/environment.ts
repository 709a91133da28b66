import { isSecretVariable } from '../core/lib/live-environment.ts'

/** The environment for the core. Removes its secrets (seed, passphrase, keys) from `process.env`, which Chromium's processes inherit. */
export function takeEnvironment(): NodeJS.ProcessEnv {
  const all = { ...process.env }
  for (const name of Object.keys(all)) if (isSecretVariable(name)) delete process.env[name]
  return all
}

/** The core's environment, with its data folder, and its port if one was given. */
export function coreEnvironment(own: NodeJS.ProcessEnv, dataDir: string, port: number | undefined): NodeJS.ProcessEnv {
  const { MINTDESK_PORT: _named, ...env } = own
  return { ...env, MINTDESK_HOME: dataDir, ...(port === undefined ? {} : { MINTDESK_PORT: String(port) }) }
}
