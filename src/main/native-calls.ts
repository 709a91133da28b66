/** The main process's side of the bridge: checks callers and arguments. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import type { NativeCalls } from '../shared/native.ts'

/** The schema of each call's argument; any other argument is refused. */
const asks: { [Name in keyof NativeCalls]: z.ZodType<NativeCalls[Name]['ask']> } = {
  'pick-folder': z.undefined(),
  'set-progress': z.number().min(0).max(1).nullable(),
  'show-data-folder': z.undefined(),
  'sign-in': z.undefined(),
  'take-opened': z.undefined(),
  'take-page': z.undefined(),
  'login-start': z.undefined(),
  'set-login-start': z.boolean(),
  updates: z.undefined(),
  'set-updates': z.boolean(),
  'check-updates': z.undefined(),
  'download-update': z.undefined(),
  notify: z.object({ title: z.string().min(1).max(200), body: z.string().max(1_000) }),
}

export type NativeHandlers = {
  [Name in keyof NativeCalls]: (
    ask: NativeCalls[Name]['ask'],
  ) => NativeCalls[Name]['answer'] | Promise<NativeCalls[Name]['answer']>
}

/**
 * Answers the page's calls.
 * @param isOurs whether the calling frame is our page; calls of other frames are refused
 */
export function answerNativeCalls(
  ipc: Pick<IpcMain, 'handle'>,
  isOurs: (frame: IpcMainInvokeEvent['senderFrame']) => boolean,
  handlers: NativeHandlers,
): void {
  const answer = <Name extends keyof NativeCalls>(name: Name): void => {
    ipc.handle(name, (event, ask: unknown) => {
      if (!isOurs(event.senderFrame)) throw new Error('Only the window of Mintdesk may call this.')
      return handlers[name](asks[name].parse(ask))
    })
  }
  for (const name of Object.keys(asks) as (keyof NativeCalls)[]) answer(name)
}
