import { app, dialog } from 'electron'

/** The exit code after the person saw the reason; scripts/start.mjs then does not fall back to the browser. */
const TOLD = 70

/** Ends an app that could not start, and shows the error's sentence. */
export function giveUp(error: unknown): void {
  dialog.showErrorBox('Mintdesk cannot go on', error instanceof Error ? error.message : String(error))
  app.exit(TOLD)
}
