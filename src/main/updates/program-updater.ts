/** electron-updater with signed descriptions of releases, each verified before anything else is downloaded. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CancellationToken, HttpError, type UpdateInfo } from 'builder-util-runtime'
import {
  AppImageUpdater,
  type AppUpdater,
  BaseUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type ResolvedUpdateFileInfo,
  RpmUpdater,
  type UpdateDownloadedEvent,
} from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import type { NewVersion } from '../../shared/updates.ts'
import { checkBeforeInstall } from './before-install.ts'
import { BoundedHttp } from './bounded-http.ts'
import type { BuiltIn } from './built-in.ts'
import type { InstallKind } from './install-kind.ts'
import { type Description, descriptionBound, readDescription } from './signed-description.ts'
import { UpdateError } from './update-error.ts'

export interface ProgramUpdater {
  /** The newer version; null if there is none. @throws UpdateError */
  check(): Promise<NewVersion | null>
  /** Downloads the version that `check` found, unless it is on disk already, and verifies it. @throws UpdateError */
  download(onPercent: (percent: number) => void): Promise<void>
  /** Cancels a download, and discards what was loaded. */
  cancel(): void
  /** Replaces this program with the downloaded version; the app must end after that. @throws UpdateError */
  install(): Promise<void>
}

export interface ProgramUpdaterOptions {
  kind: InstallKind
  builtIn: BuiltIn
  /** This program's version. */
  version: string
  /** The folder for downloads. */
  cacheDir: string
  /** `app-update.yml`, which electron-builder puts beside the program. */
  configFile: string
  /** Called with an AppImage's new path: its file name contains the version. */
  onMoved?(to: string): void
}

/** Ours, ms: how long macOS may take to prepare the downloaded program. */
const stagingPatience = 60_000

const updaters = {
  appimage: AppImageUpdater,
  deb: DebUpdater,
  rpm: RpmUpdater,
  nsis: NsisUpdater,
  mac: MacUpdater,
} as const

export function createProgramUpdater(options: ProgramUpdaterOptions): ProgramUpdater {
  const { builtIn, kind } = options
  const base = new URL(builtIn.url)
  const http = new BoundedHttp(base, descriptionBound)
  let end: () => void = () => undefined
  /** Bytes, of the release found last. Kept across later checks, since the download waits for the person. */
  let largestFile = descriptionBound
  const updater: AppUpdater = new updaters[kind](
    undefined,
    adapterOf(options, () => end()),
  )
  // electron-updater makes an HTTP client of its own and has no option for another one.
  Object.assign(updater, { httpExecutor: http })
  updater.logger = null
  updater.autoDownload = false
  // Only our own code may start the installation: never while NFTs are minted.
  updater.autoInstallOnAppQuit = false
  updater.autoRunAppAfterInstall = false
  updater.disableWebInstaller = true
  // Saving a few megabytes is not worth requests for files that the description does not name.
  updater.disableDifferentialDownload = true
  const found = (largest: number): void => {
    largestFile = largest
  }
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(base, http, builtIn, found) })

  if (updater instanceof AppImageUpdater) updater.on('appimage-filename-updated', (to) => options.onMoved?.(to))
  let onPercent: (percent: number) => void = () => undefined
  updater.on('download-progress', ({ percent }) => onPercent(Math.floor(percent)))
  let token = new CancellationToken()
  let downloaded: UpdateDownloadedEvent | undefined
  updater.on('update-downloaded', (event) => {
    downloaded = event
  })
  return {
    async check() {
      http.bound = descriptionBound
      const found = await updater.checkForUpdates().catch((error: unknown) => {
        throw sentenceOf(error, base)
      })
      if (found?.isUpdateAvailable !== true) return null
      const { version, releaseNotes } = found.updateInfo
      return { version, notes: typeof releaseNotes === 'string' ? releaseNotes : '' }
    },
    async download(tell) {
      onPercent = tell
      token = new CancellationToken()
      http.bound = largestFile
      await updater.downloadUpdate(token).catch((error: unknown) => {
        throw sentenceOf(error, base)
      })
    },
    cancel: () => token.cancel(),
    async install() {
      if (downloaded === undefined) throw notInstalled(undefined)
      await checkBeforeInstall(downloaded, kind === 'appimage' ? process.env.APPIMAGE : undefined)
      let why: Error | undefined
      updater.once('error', (error) => {
        why = error
        end()
      })
      if (updater instanceof BaseUpdater) {
        if (!updater.install(true, false)) throw notInstalled(why)
        return
      }
      // On macOS the system fetches the file from this process. Then electron-updater asks to quit.
      const isTaken = new Promise<boolean>((resolve) => {
        end = () => resolve(true)
      })
      updater.quitAndInstall()
      const inTime = await Promise.race([isTaken, sleep(stagingPatience, false, { ref: false })])
      if (why !== undefined || !inTime) throw notInstalled(why)
    },
  }
}

/** The app, as electron-updater wants it. */
function adapterOf({ version, cacheDir, configFile }: ProgramUpdaterOptions, quit: () => void) {
  return {
    version,
    name: 'Mintdesk',
    isPackaged: true,
    appUpdateConfigPath: configFile,
    userDataPath: cacheDir,
    baseCachePath: cacheDir,
    whenReady: async () => undefined,
    quit,
    relaunch: () => undefined,
    // electron-updater would install by itself, so it never learns that the app ends.
    onQuit: () => undefined,
  }
}

/**
 * A class that electron-updater instantiates: it reads the newest release's description.
 * @param found called with the size of the largest file in it, bytes
 */
function providerOf(base: URL, http: BoundedHttp, { publicKey }: BuiltIn, found: (largest: number) => void) {
  return class SignedProvider extends Provider<UpdateInfo> {
    // electron-updater calls it with these.
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime)
    }

    /** Sends no headers, so that installations cannot be told apart: electron-updater would send an id. */
    override setRequestHeaders(): void {}

    async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getDefaultChannelName()}.yml`
      const bytes = await http.bytesAt(new URL(name, base))
      const signature = await http.bytesAt(new URL(`${name}.sig`, base)).catch((error: unknown) => {
        if (error instanceof Error && error.message.includes('status 404'))
          throw new UpdateError(
            'The newest release bears no signature, so nothing was downloaded. Try again tomorrow; if it stays so, tell the people who publish Mintdesk.',
          )
        throw error
      })
      const description = readDescription(name, bytes, signature.toString('utf8'), publicKey)
      found(Math.max(...description.files.map(({ size }) => size)))
      return infoOf(description)
    }

    resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, base), info }))
    }
  }
}

function infoOf({ version, files, releaseNotes }: Description): UpdateInfo {
  return { version, files, path: '', sha512: '', releaseNotes, releaseDate: '' }
}

function notInstalled(cause: Error | undefined): UpdateError {
  return new UpdateError(
    `The update could not be installed (${cause?.message ?? 'the system refused it'}): install the newer version by hand. Nothing of your data was touched.`,
    cause,
  )
}

function sentenceOf(error: unknown, { host }: URL): UpdateError {
  if (error instanceof UpdateError) return error
  const { message, code } = problemOf(error)
  if (code === 'ERR_CHECKSUM_MISMATCH')
    return new UpdateError(
      'The file of the update is damaged or not the one that was signed, so it was thrown away: try again; if it stays so, tell the people who publish Mintdesk.',
      error,
    )
  if (code === 'ENOSPC')
    return new UpdateError('The update did not fit on the disk: free some space, then try again.', error)
  if (error instanceof HttpError || message.includes('Cannot download'))
    return new UpdateError(`${host} does not hand the update out: try again tomorrow.`, error)
  return new UpdateError(
    `${host} could not be asked about updates (${message}): see to the connection, or try later.`,
    error,
  )
}

function problemOf(error: unknown): { message: string; code: string } {
  if (!(error instanceof Error)) return { message: String(error), code: '' }
  return { message: error.message.split('\n', 1)[0] ?? '', code: 'code' in error ? String(error.code) : '' }
}
