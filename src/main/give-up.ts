import { app, dialog } from 'electron'

/** The exit code when the person was told why; scripts/start.mjs then does not try the browser. */
const TOLD = 70

/** Ends an app that could not start, with its sentence. */
export function giveUp(error: unknown): void {
  dialog.showErrorBox('Mintdesk cannot go on', error instanceof Error ? error.message : String(error))
  app.exit(TOLD)
}
