/** The vault and the desktop's keychain: main seals and opens its key for the core. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page, test } from '@playwright/test'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { vaultFileName } from '../../src/core/wallets/vault-file.ts'
import { endStrays } from '../faults/end-strays.ts'
import { launchDesktop, makeDataDir } from './desktop.ts'
import { keepPicture } from './keep-picture.ts'
import { openSettings } from './open-settings.ts'

test.describe.configure({ mode: 'serial' })

const dataDir = makeDataDir()
const passphrase = 'correct horse battery'
let app: ElectronApplication | undefined
let page: Page

test.afterAll(async () => {
  await app?.close()
  await endStrays(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the app as if the desktop had this keychain; on Electron's own, the backend is what the desktop says, and this is skipped. */
async function start(backend: string): Promise<void> {
  await app?.close()
  process.env.STANDIN_KEYCHAIN = backend
  ;({ app, page } = await launchDesktop(dataDir))
  await openSettings(page, 'Keys and backup')
}

const vault = () => page.getByRole('region', { name: 'Vault' })
const fileNow = () => JSON.parse(readFileSync(join(dataDir, vaultFileName), 'utf8'))

test.skip(process.env.ELECTRON_OVERRIDE_DIST_PATH === undefined, 'the keychain of a real desktop would ask a person')

test('the keychain opens the vault after a start, without the passphrase', async ({ browserName: _ }, info) => {
  await start('gnome_libsecret')
  await vault().getByRole('button', { name: 'Make the vault' }).click()
  const make = page.getByRole('dialog', { name: 'Make the vault' })
  await make.getByLabel('New passphrase', { exact: true }).fill(passphrase)
  await make.getByLabel('The same again', { exact: true }).fill(passphrase)
  await expect(make.getByRole('checkbox', { name: 'This computer’s keychain opens it, too' })).toBeChecked()
  await make.getByRole('button', { name: 'Make the vault' }).click()
  await make.getByRole('button', { name: 'I have written them down' }).click()
  await page.keyboard.press('Escape')
  await expect(vault().getByText('Not backed up')).toBeVisible()
  expect(fileNow().slots.keychain.sealed).toBeTruthy()

  await start('gnome_libsecret')
  await expect(vault().getByText('Unlocked', { exact: true })).toBeVisible()
  await keepPicture(page, info, 'vault-keychain')
  await vault().getByRole('button', { name: 'Lock', exact: true }).click()
  await vault().getByRole('button', { name: 'Unlock', exact: true }).click()
  await page.getByRole('button', { name: 'Unlock with this computer’s keychain' }).click()
  await expect(vault().getByText('Unlocked', { exact: true })).toBeVisible()
})

test('a core that is killed comes back with the vault unlocked', async () => {
  const pid = readApiFile(dataDir)?.pid ?? 0
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => readApiFile(dataDir)?.pid).not.toBe(pid)
  await page.reload()
  await expect(vault().getByText('Unlocked', { exact: true })).toBeVisible()
})

test('where the desktop has none that protects anything, only the passphrase opens it', async () => {
  await start('basic_text')
  await expect(vault().getByText('Locked', { exact: true })).toBeVisible()
  await expect(vault().getByText('This desktop has no keychain that protects anything')).toBeVisible()
  await vault().getByRole('button', { name: 'Unlock', exact: true }).click()
  const unlock = page.getByRole('dialog', { name: 'Unlock the vault' })
  await expect(unlock.getByRole('button', { name: 'Unlock with this computer’s keychain' })).toBeHidden()
  await unlock.getByLabel('Passphrase').fill(passphrase)
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(vault().getByText('Unlocked', { exact: true })).toBeVisible()
  // It can still be told not to open it any more.
  await vault().getByRole('switch', { name: 'This computer’s keychain opens it, too' }).click()
  await expect.poll(() => fileNow().slots.keychain).toBeNull()
})
