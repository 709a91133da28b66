import { expect, type Page, test } from '@playwright/test'
import { keepPicture } from '../keep-picture.ts'
import { openSettings } from '../open-settings.ts'
import { dialogFaults } from './axe.ts'
import { type RunningCore, startCore } from './core.ts'

const passphrase = 'correct horse battery'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let page: Page
let words: string[] = []
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  core = await startCore()
  page = await browser.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
})

const vault = () => page.getByRole('region', { name: 'Vault' })
const dialog = (name: string) => page.getByRole('dialog', { name })

async function typeNew(name: string, text: string): Promise<void> {
  await dialog(name).getByLabel('New passphrase', { exact: true }).fill(text)
  await dialog(name).getByLabel('The same again', { exact: true }).fill(text)
}

/** Types the words that are asked for; `slip`: the first of them wrong. */
async function answer(name: string, slip = false): Promise<void> {
  const fields = dialog(name).getByRole('textbox', { name: /^Word \d+$/ })
  await expect(fields).toHaveCount(3)
  for (const [at, field] of (await fields.all()).entries()) {
    const label = (await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? ''
    const word = words[Number(label.replace(/\D/g, '')) - 1] ?? ''
    await field.fill(slip && at === 0 ? 'nonsense' : word)
  }
  await dialog(name).getByRole('button', { name: 'Check' }).click()
}

test('a first live project makes the vault: a passphrase, the words once, three of them again', async ({
  browserName: _,
}, info) => {
  await page.getByRole('button', { name: /Switch project$/ }).click()
  await page.getByRole('menuitem', { name: 'New project…' }).click()
  const project = dialog('New project')
  await project.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await project.getByRole('radio', { name: 'Live' }).check()
  await project.getByRole('button', { name: 'Make the project' }).click()
  await expect(project.getByRole('alert').filter({ hasText: 'The project was not made' })).toContainText(
    'make the vault',
  )
  await project.getByRole('button', { name: 'Make the vault' }).click()

  const make = dialog('Make the vault')
  await expect(make.getByRole('checkbox', { name: 'This computer’s keychain opens it, too' })).toBeDisabled()
  await typeNew('Make the vault', 'short')
  await expect(make.getByRole('button', { name: 'Make the vault' })).toBeDisabled()
  await typeNew('Make the vault', passphrase)
  await keepPicture(page, info, 'vault-make')
  expect(await dialogFaults(page, 'make the vault')).toEqual([])
  await make.getByRole('button', { name: 'Make the vault' }).click()
  const sheet = make.getByRole('list', { name: 'The words of the seed' })
  await expect(sheet.getByRole('listitem')).toHaveCount(24)
  words = (await sheet.getByRole('listitem').allTextContents()).map((text) => text.replace(/[^a-z]/g, ''))
  await keepPicture(page, info, 'vault-words')
  expect(await dialogFaults(page, 'words of the vault')).toEqual([])
  await make.getByRole('button', { name: 'I have written them down' }).click()
  await answer('Make the vault', true)
  await expect(make.getByRole('alert')).toContainText(/Word \d+ is another one: compare what you wrote down/)
  await answer('Make the vault')
  await expect(make).toBeHidden()
  await project.getByRole('button', { name: 'Make the project' }).click()
  await expect(page.getByRole('button', { name: 'Live Shop. Switch project' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unlock the vault' })).toBeHidden()
})

test('it is locked and unlocked; live work says what it waits for', async ({ browserName: _ }, info) => {
  await openSettings(page, 'Keys and backup')
  await expect(vault().getByText('Unlocked', { exact: true })).toBeVisible()
  await keepPicture(page, info, 'vault-open')
  await openSettings(page, 'Fee balance')
  await expect(page.getByRole('region', { name: 'Fee balance' }).getByText(/^0x/)).toBeVisible()
  await openSettings(page, 'Keys and backup')
  await vault().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(vault().getByText('Locked', { exact: true })).toBeVisible()
  await openSettings(page, 'Fee balance')
  await expect(page.getByRole('region', { name: 'Fee balance' })).toContainText('Its address is shown once the vault')
  await openSettings(page, 'Keys and backup')
  await keepPicture(page, info, 'vault-locked')
  await page.getByRole('button', { name: 'Unlock the vault' }).click()
  const unlock = dialog('Unlock the vault')
  await unlock.getByLabel('Passphrase').fill('something else')
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(unlock.getByRole('alert')).toContainText('This passphrase does not open the vault')
  await keepPicture(page, info, 'vault-unlock')
  expect(await dialogFaults(page, 'unlock')).toEqual([])
  await unlock.getByLabel('Passphrase').fill(passphrase)
  await unlock.getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(unlock).toBeHidden()
  await expect(vault().getByText('Unlocked', { exact: true })).toBeVisible()
  await vault().getByRole('button', { name: 'Change the passphrase' }).click()
  await dialog('Change the passphrase').waitFor()
  expect(await dialogFaults(page, 'change the passphrase')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog('Change the passphrase')).toBeHidden()
})

test('a forgotten passphrase is replaced by the words, which name their faults', async ({ browserName: _ }, info) => {
  await vault().getByRole('button', { name: 'Passphrase forgotten' }).click()
  const restore = dialog('Restore the vault')
  await restore.getByRole('textbox', { name: 'The 24 words' }).fill(words.with(4, 'mintdesk').join(' '))
  await typeNew('Restore the vault', 'another passphrase')
  await restore.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(restore.getByRole('alert')).toContainText(`Word 5, "mintdesk", is not in BIP-39's English list.`)
  await keepPicture(page, info, 'vault-restore')
  expect(await dialogFaults(page, 'restore')).toEqual([])
  await restore.getByRole('textbox', { name: 'The 24 words' }).fill(words.join('\n'))
  // All sessions end. The page stays, though it is refused before it has its new one.
  let letIn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route('**/app/session', async (route) => {
    await held
    await route.continue()
  })
  const shown = await vault().elementHandle()
  const isRefused = page.waitForResponse((response) => response.status() === 401)
  await restore.getByRole('button', { name: 'Restore', exact: true }).click()
  await (await isRefused).finished()
  letIn()
  await expect(restore).toBeHidden()
  expect(await shown?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  await page.unrouteAll({ behavior: 'wait' })
  await vault().getByRole('button', { name: 'Show the words' }).click()
  const show = dialog('Show the words')
  await show.getByLabel('Passphrase').fill('another passphrase')
  expect(await dialogFaults(page, 'show the words')).toEqual([])
  await show.getByRole('button', { name: 'Show the words' }).click()
  await expect(dialog('The 24 words').getByText('1 Shop')).toBeVisible()
  await page.keyboard.press('Escape')
  // What was shown is gone, and what was typed is nowhere in the page.
  await expect.poll(() => page.content()).not.toMatch(new RegExp(`another passphrase|>(${words.join('|')})<`))
  expect(faults).toEqual([])
})

test('the project is called otherwise, and its enterprise access is switched', async ({ browserName: _ }, info) => {
  await openSettings(page, 'General')
  const project = page.getByRole('region', { name: 'Project' })
  await project.getByRole('textbox', { name: 'Name' }).fill('Doors')
  await project.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Live Doors. Switch project' })).toBeVisible()
  const enterprise = project.getByRole('switch', { name: 'Allow moving people’s NFTs' })
  await expect(enterprise).not.toBeChecked()
  await project.getByRole('textbox', { name: 'Name' }).fill('Doors and more')
  await enterprise.click()
  await expect(enterprise).toBeChecked()
  await expect(enterprise).toBeEnabled()
  await expect(project.getByRole('textbox', { name: 'Name' })).toHaveValue('Doors and more')
  await page.reload()
  await expect(enterprise).toBeChecked()
  await keepPicture(page, info, 'project')
})
