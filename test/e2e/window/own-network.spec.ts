/** A network that a person adds in the window: asked what it is, saved, chosen for a collection, and removed. An anvil plays it. */
import { expect, type Page, test } from '@playwright/test'
import { type PlayedNetwork, playNetwork } from '../../live/played-network.ts'
import { keepPictures } from '../keep-picture.ts'
import { openSettings } from '../open-settings.ts'
import { dialogFaults } from './axe.ts'
import { type RunningCore, startCore } from './core.ts'

let core: RunningCore
let network: PlayedNetwork
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  network = await playNetwork(7_012_347)
  core = await startCore()
  page = await browser.newPage({ reducedMotion: 'reduce' })
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await network?.close()
})

test('a network is asked what it is, added, chosen for a collection, and removed', async () => {
  const info = test.info()
  await openSettings(page, 'Practice')
  await page.getByRole('button', { name: 'Add your own network' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add your own network' })
  const address = dialog.getByRole('textbox', { name: 'Address of an RPC' })
  await address.fill('http://rpc.example')
  await dialog.getByRole('button', { name: 'Ask it' }).click()
  await expect(dialog.getByRole('alert')).toContainText('is asked without encryption')
  await address.fill(network.url)
  await dialog.getByRole('button', { name: 'Ask it' }).click()
  const found = dialog.getByRole('table', { name: 'What was found' })
  await expect(found).toContainText('7012347')
  await expect(found).toContainText('Base fee and tip (EIP-1559)')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('chain-7012347')
  await name.fill('polygon')
  await dialog.getByRole('button', { name: 'Add the network' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Mintdesk has a network polygon already')
  await name.fill('My Net')
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog).toContainText('Programs and spreadsheets name it custom-my-net')
  await dialog.getByRole('textbox', { name: 'Currency' }).fill('MYN')
  expect(await dialogFaults(page, 'a network of one’s own')).toEqual([])
  await keepPictures(page, info, 'own-network')
  await dialog.getByRole('button', { name: 'Add the network' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name: /My Net \(custom\)/ })
  await expect(row).toContainText('7012347')
  await keepPictures(page, info, 'networks')

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: 'Create a collection' }).click()
  const form = page.getByRole('dialog', { name: 'Create a collection' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Trial')
  await form.getByRole('textbox', { name: 'Symbol' }).fill('TRY')
  await form.getByRole('combobox', { name: 'Chain' }).fill('My Net')
  await page.getByRole('option', { name: 'My Net (custom)' }).click()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('My Net (custom)').first()).toBeVisible()

  await openSettings(page, 'Practice')
  const remove = page.getByRole('dialog', { name: 'Remove My Net (custom)?' })
  await page.getByRole('button', { name: 'Remove My Net (custom)' }).click()
  expect(await dialogFaults(page, 'remove a network')).toEqual([])
  await remove.getByRole('button', { name: 'Remove' }).click()
  await expect(remove.getByRole('alert')).toContainText('custom-my-net stays')
  expect(faults).toEqual([])
})
