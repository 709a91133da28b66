/** Outside the window: the tray icon, and, while work is under way, no sleep of the computer and a question before the window closes. */
import type { MenuItemConstructorOptions, MessageBoxOptions, PowerSaveBlocker } from 'electron'
import type { Work } from '../shared/core-messages.ts'

/** The part of the tray icon that is used here. */
export interface TrayPicture {
  setToolTip(text: string): void
  setMenu(items: MenuItemConstructorOptions[]): void
}

export interface BackgroundOptions {
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>
  /** undefined where the system has no tray. */
  tray: TrayPicture | undefined
  /** Shows the window, and opens a new one if it was closed. */
  open(): void
  /** Ends the app, without further questions. */
  quit(): void
  /** Asks the person; resolves to the index of the chosen button. */
  ask(question: MessageBoxOptions): Promise<number>
}

export interface Background {
  /** @param work what is under way; null: nothing */
  update(work: Work | null): void
  /**
   * Asks before the window closes or the app ends, while anything is under way.
   * @param hide hides the window while the app goes on
   * @returns whether that may happen at once
   */
  mayClose(hide: () => void): boolean
  /** The app ends: no question is asked from here on. */
  ending(): void
}

const number = new Intl.NumberFormat('en')

/** The progress of minting, or that only work outside runs is under way; for the tray and the question. */
export function workText({ runs, done, total }: Work): string {
  if (runs === 0) return 'Mints, changes or transfers are under way'
  const of = runs === 1 ? '' : ` in ${runs} runs`
  return `${number.format(done)} of ${number.format(total)} NFTs are done${of}`
}

/** The question before the window closes while anything is under way. `decide` relies on the order of its buttons. */
export function closingQuestion(work: Work): MessageBoxOptions {
  return {
    type: 'question',
    title: 'Mintdesk',
    message: work.runs === 0 ? `${workText(work)}.` : `Mintdesk is minting: ${workText(work)}.`,
    detail: 'Nothing is lost whatever you choose: what is under way goes on at the next start.',
    buttons: [
      work.runs === 0 ? 'Go on in the background' : 'Keep minting in the background',
      'Stop for now and quit',
      'Cancel',
    ],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  }
}

export function createBackground({ blocker, tray, open, quit, ask }: BackgroundOptions): Background {
  let work: Work | null = null
  let awake: number | undefined
  let isEnding = false
  let isAsking = false
  let shown: string | undefined

  function tell(): void {
    const text = work === null ? 'Nothing is being minted' : workText(work)
    if (tray === undefined || text === shown) return
    shown = text
    tray.setToolTip(work === null ? 'Mintdesk' : `Mintdesk: ${text}`)
    tray.setMenu([
      { label: text, enabled: false },
      { type: 'separator' },
      { label: 'Open Mintdesk', click: open },
      { label: 'Quit', click: quit },
    ])
  }

  async function decide(current: Work, hide: () => void): Promise<void> {
    isAsking = true
    try {
      const choice = await ask(closingQuestion(current))
      if (choice === 0) hide()
      if (choice === 1) {
        isEnding = true
        quit()
      }
    } finally {
      isAsking = false
    }
  }

  tell()
  return {
    update(next) {
      work = next
      if (work !== null) awake ??= blocker.start('prevent-app-suspension')
      else if (awake !== undefined) {
        blocker.stop(awake)
        awake = undefined
      }
      tell()
    },
    mayClose(hide) {
      if (isEnding || work === null) return true
      if (!isAsking) void decide(work, hide)
      return false
    },
    ending() {
      isEnding = true
    },
  }
}
