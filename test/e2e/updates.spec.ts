/** The desktop app updates itself: from a server on this machine, as a release that was installed as an AppImage. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page, test } from '@playwright/test'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { desktopSettingsFile } from '../../src/main/desktop-settings.ts'
import { startCli } from '../cli/run-cli.ts'
import { endStrays } from '../faults/end-strays.ts'
import { keys, publish, type ReleaseServer, serveReleases } from '../main/updates/release-server.ts'
import { closing, desktopArgs, desktopEnv, firstWindow, launch, launchDesktop, makeDataDir, root } from './desktop.ts'
import { keepPictures } from './keep-picture.ts'
import { openSettings } from './open-settings.ts'

// Only the stand-in takes another folder for what electron-builder puts beside a program.
test.skip(process.env.ELECTRON_OVERRIDE_DIST_PATH === undefined, 'Electron itself says where its resources are.')

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-release-'))
const appImage = join(folder, 'mintdesk.AppImage')
const dataDir = makeDataDir()
let server: ReleaseServer

test.beforeAll(async () => {
  server = await serveReleases()
  writeFileSync(appImage, 'the old one')
  // The built app, with what the release's workflow builds in besides.
  mkdirSync(join(folder, 'app/out'), { recursive: true })
  cpSync(join(root, 'out/main'), join(folder, 'app/out/main'), { recursive: true })
  for (const part of ['package.json', 'resources', 'node_modules', 'out/preload', 'out/renderer'])
    symlinkSync(join(root, part), join(folder, 'app', part))
  writeFileSync(
    join(folder, 'app/out/main/updates.json'),
    JSON.stringify({ url: server.url, publicKey: keys.publicKey }),
  )
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'resources/app-update.yml'), 'updaterCacheDirName: kept\n')
})
test.afterAll(async () => {
  await server.close()
  await endStrays(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

const about = (page: Page) => page.getByRole('region', { name: /^Mintdesk \d/ })

async function launchRelease() {
  const env = {
    ...desktopEnv(dataDir),
    APPIMAGE: appImage,
    STANDIN_RESOURCES: join(folder, 'resources'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  }
  const app = await launch([join(folder, 'app'), ...desktopArgs.slice(1)], env)
  const page = await firstWindow(app)
  await page.getByRole('link', { name: 'Runs' }).waitFor()
  return { app, page }
}

/** Presses what asks for the newer version, and then what downloads it, until this is said. The app asks by itself, too, and then what asks is gone. */
async function pressUntil(page: Page, buttons: readonly string[], said: string): Promise<void> {
  await expect(async () => {
    for (const name of buttons) {
      const button = about(page).getByRole('button', { name, disabled: false })
      if (await button.isVisible()) await button.click({ timeout: 2_000 })
    }
    await expect(about(page).getByRole('status')).toContainText(said, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Asks the app to quit until it does: as long as NFTs are minted it asks back, and whoever answers here waits. */
async function quitOnceIdle(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 2, checkboxChecked: false })
  })
  let isClosed = false
  const closed = closing(app).then(() => {
    isClosed = true
  })
  await expect
    .poll(
      async () => {
        // An app that ends answers no more.
        if (!isClosed) await app.evaluate(({ app: own }) => own.quit()).catch(() => undefined)
        return isClosed
      },
      { timeout: 120_000 },
    )
    .toBe(true)
  await closed
}

test('a newer version is downloaded on a click, waits while NFTs are minted, and is installed when the app ends', async ({
  browserName: _,
}, info) => {
  const program = '#!/bin/sh\nexit 0\n'
  const name = publish(server, { program })
  const { app, page } = await launchRelease()
  await openSettings(page, 'About')
  const said = about(page).getByRole('status')
  const notice = page.waitForFunction(
    (text) => [...document.querySelectorAll('[role=alert]')].some((alert) => alert.textContent?.includes(text)),
    'Version 9.9.9 is there',
    { polling: 100, timeout: 240_000 },
  )
  await pressUntil(page, ['Ask now'], 'Version 9.9.9 is there.')
  await expect(said).toContainText('Minting is calmer.')
  await notice
  await keepPictures(page, info, 'update-available')
  expect(server.asked).not.toContain(name)
  await about(page).getByRole('button', { name: 'Download version 9.9.9' }).click()
  await expect(said).toContainText('It is installed when you quit Mintdesk.')

  const core = readApiFile(dataDir)?.pid ?? 0
  await app.evaluate(({ dialog, Tray }, pid) => {
    // A person who quits all the same.
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false })
    const told = Tray.prototype.setToolTip
    Tray.prototype.setToolTip = function (text) {
      // The run stays under way as long as its core stands still.
      if (text.endsWith('NFTs are done')) process.kill(pid, 'SIGSTOP')
      told.call(this, text)
    }
  }, core)
  const sheet = join(folder, 'two-hundred.csv')
  const rows = Array.from(
    { length: 200 },
    (_, at) => `0x${(at + 1).toString(16).padStart(40, 'c')},Day ${at},ipfs://bafkqaaa`,
  )
  writeFileSync(sheet, ['recipient,name,image', ...rows, ''].join('\n'))
  const minting = startCli(dataDir, 'mint', sheet, '--yes')
  await expect(said).toContainText('waits: NFTs are being minted or moved, and nothing is installed meanwhile')
  await keepPictures(page, info, 'update-waits')
  minting.child.kill('SIGKILL')
  const closed = closing(app)
  await app.evaluate(({ app: own }) => own.quit())
  // What was decided when it was asked to quit holds, whatever the core still does.
  try {
    process.kill(core, 'SIGCONT')
  } catch {
    // It was ended meanwhile, since it did not answer.
  }
  await closed
  expect(readFileSync(appImage, 'utf8')).toBe('the old one')

  server.asked.length = 0
  const again = await launchRelease()
  await openSettings(again.page, 'About')
  await pressUntil(
    again.page,
    ['Ask now', 'Download version 9.9.9'],
    'on this computer. It is installed when you quit Mintdesk.',
  )
  expect(server.asked).not.toContain(name)
  await quitOnceIdle(again.app)
  expect(readFileSync(appImage, 'utf8')).toBe(program)
  // Quitting twice installs once.
  expect(desktopSettingsFile(join(dataDir, 'desktop.json')).read().updateProblem).toBeNull()
})

test('none is asked for when it is off', async ({ browserName: _ }, info) => {
  const { app, page } = await launchRelease()
  await openSettings(page, 'About')
  await about(page).getByRole('switch', { name: 'Ask for newer versions once a day' }).click()
  await expect(about(page).getByRole('status')).toContainText('does not ask for newer versions')
  server.asked.length = 0
  await keepPictures(page, info, 'updates-off')
  await page.evaluate(() => window.native?.checkUpdates())
  expect(server.asked).toEqual([])
  await app.close()
})

test('an app that was made from a clone says that it has no updates, and how it gets them', async () => {
  const ownDir = makeDataDir()
  const { app, page } = await launchDesktop(ownDir)
  await openSettings(page, 'About')
  await expect(about(page)).toContainText('This build was made from a clone')
  await expect(about(page).getByRole('button')).toHaveCount(0)
  await app.close()
  await endStrays(ownDir)
  rmSync(ownDir, { recursive: true, force: true })
})
