import { isSecretVariable } from '../core/lib/live-environment.ts'

/** What Mintdesk was started with, for the core alone: what opens live keys is not handed on to Chromium's processes. */
export function takeEnvironment(): NodeJS.ProcessEnv {
  const all = { ...process.env }
  for (const name of Object.keys(all)) if (isSecretVariable(name)) delete process.env[name]
  return all
}

/** The core's environment: its data folder, and its port where one was named. */
export function coreEnvironment(own: NodeJS.ProcessEnv, dataDir: string, port: number | undefined): NodeJS.ProcessEnv {
  const { MINTDESK_PORT: _named, ...env } = own
  return { ...env, MINTDESK_HOME: dataDir, ...(port === undefined ? {} : { MINTDESK_PORT: String(port) }) }
}
