/** A live project on the way to real money: its checklist, a fee balance that is short, the typed count. An anvil plays the network. */
import { writeFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { getAddress } from 'viem'
import { sharedContracts } from '../../../src/core/chains/evm/contracts/shared-contracts.ts'
import { project } from '../../../src/shared/app-api.ts'
import { type PlayedNetwork, playNetwork } from '../../live/played-network.ts'
import { type KuboNode, openKuboNode } from '../../metadata/kubo-node.ts'
import { type Explorers, openExplorers } from '../../verification/explorers.ts'
import { keepPictures } from '../keep-picture.ts'
import { dialogFaults, violations } from './axe.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'
import { openDecision } from './mint.ts'

const passphrase = 'correct horse battery'
const mine = '0x9D90dbDd0E22a079008Feb3bC671023D5D507c20'
const picture =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%208%208'%3E%3Cpath%20d='M0%200h8v8H0z'/%3E%3C/svg%3E"
const coin = 10n ** 18n

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let live: PlayedNetwork
let node: KuboNode
let explorers: Explorers
let page: Page
let treasury = ''
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  ;[live, node, explorers] = await Promise.all([playNetwork(137), openKuboNode(), openExplorers()])
  core = await startCore(undefined, {
    MINTDESK_SOURCIFY_URL: explorers.sourcify,
    MINTDESK_ETHERSCAN_URL: explorers.etherscan,
  })
  await core.call('POST', '/app/vault', { passphrase })
  const made = await core.call('POST', '/app/projects', { name: 'Shop', kind: 'live' })
  expect(project.parse(await made.json()).name).toBe('Shop')
  page = await browser.newPage({ reducedMotion: 'reduce' })
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
  await page.getByRole('button', { name: /Switch project$/ }).click()
  await page.getByRole('menuitem', { name: 'Live Shop' }).click()
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await Promise.all([live?.close(), node?.close(), explorers?.close()])
})

const step = (name: string): Locator =>
  page.getByRole('list', { name: 'What this project needs' }).getByRole('listitem', { name })
const dialog = (name: string) => page.getByRole('dialog', { name })
const bar = () => page.getByRole('region', { name: 'Mint this file' })

/** Makes blocks until it is seen: a live network counts 33 of them before something is settled. */
async function minedUntilSeen(what: Locator): Promise<void> {
  await expect(async () => {
    await live.client.mine({ blocks: 12 })
    await expect(what).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
}

test('a new live project is led from the 24 words to one NFT in the person’s own wallet, each step in its place', async ({
  browserName: _,
}, info) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Before you mint with real money')
  await expect(page.getByText('Drop a spreadsheet')).toBeHidden()
  await expect(page.getByRole('list', { name: 'What this project needs' }).getByRole('listitem')).toHaveCount(5)
  await keepPictures(page, info, 'live-checklist')
  expect(await violations(page, 'checklist')).toEqual([])

  await step('Write down the 24 words').getByRole('button', { name: 'Write the words down' }).click()
  await dialog('Show the words').getByLabel('Passphrase').fill(passphrase)
  await dialog('Show the words').getByRole('button', { name: 'Show the words' }).click()
  const sheet = dialog('The 24 words').getByRole('list', { name: 'The words of the seed' }).getByRole('listitem')
  await expect(sheet).toHaveCount(24)
  const words = (await sheet.allTextContents()).map((text) => text.replace(/[^a-z]/g, ''))
  await dialog('The 24 words').getByRole('button', { name: 'I have written them down' }).click()
  const fields = dialog('The 24 words').getByRole('textbox', { name: /^Word \d+$/ })
  await expect(fields).toHaveCount(3)
  for (const field of await fields.all()) {
    const label = (await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? ''
    await field.fill(words[Number(label.replace(/\D/g, '')) - 1] ?? '')
  }
  await dialog('The 24 words').getByRole('button', { name: 'Check' }).click()
  await expect(step('Write down the 24 words')).toContainText('Done')

  const storage = step('Choose where pictures are kept')
  await storage.getByRole('textbox', { name: 'Address of a Kubo node’s RPC' }).fill(node.url)
  await storage.getByRole('button', { name: 'Test and use' }).click()
  await expect(storage).toContainText('Done')

  const balance = step('Fill the fee balance')
  await balance.getByRole('combobox', { name: 'Network' }).click()
  await page.getByRole('option', { name: 'Polygon', exact: true }).click()
  const network = step('Test the network')
  await network.getByRole('button', { name: 'Do this now' }).click()
  await network.getByRole('button', { name: 'Use other servers' }).click()
  await dialog('RPCs of Polygon').getByRole('textbox').fill(live.url)
  await dialog('RPCs of Polygon').getByRole('button', { name: 'Save' }).click()
  await network.getByRole('button', { name: 'Test the network' }).click()
  await expect(network).toContainText('Polygon passed the test.')

  await expect(balance.getByRole('img', { name: 'QR code of the fee balance’s address on Polygon' })).toBeVisible()
  treasury = (await balance.getByText(/^0x[0-9a-fA-F]{40}$/).textContent()) ?? ''
  await expect(step('Mint one NFT to yourself')).toContainText('It comes when the steps before are done.')
  await keepPictures(page, info, 'live-balance')
  await live.fund(treasury, 5n * coin)
  await expect(balance).toContainText('5 POL on Polygon.')

  const mint = step('Mint one NFT to yourself')
  await mint.getByRole('textbox', { name: 'Your own address' }).fill(`${mine.slice(0, -1)}1`)
  await mint.getByRole('button', { name: 'See the price' }).click()
  await expect(mint.getByRole('alert')).toContainText('mistyped')
  await mint.getByRole('textbox', { name: 'Your own address' }).fill(mine)
  await mint.getByRole('button', { name: 'See the price' }).click()
  await expect(mint.getByRole('button', { name: 'Mint 1 NFT on Polygon' })).toBeVisible()
  await keepPictures(page, info, 'live-mint')
  expect(await violations(page, 'mint to oneself')).toEqual([])
  await mint.getByRole('button', { name: 'Mint 1 NFT on Polygon' }).click()
  await minedUntilSeen(page.getByText('Everything is ready.'))
  await keepPictures(page, info, 'live-done')

  await page.getByRole('button', { name: 'Go on to your spreadsheet' }).click()
  await expect(page.getByText('Drop a spreadsheet')).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Runs' }).click()
  await pages.getByRole('link', { name: 'Mint', exact: true }).click()
  await expect(page.getByText('Drop a spreadsheet')).toBeVisible()
  expect(faults).toEqual([])
})

test('the count is typed before a live run; a short balance is filled by its QR code, and the run waits for it while the person is away', async ({
  browserName: _,
}, info) => {
  await live.fund(treasury, coin / 1_000_000n)
  const people = info.outputPath('people.csv')
  const rows = ['Ada', 'Bo', 'Cy'].map((name) => `${mine},${name},"${picture}"`)
  await writeFile(people, ['recipient,name,image', ...rows, ''].join('\n'))
  await dropFiles(page, [people])
  const price = await openDecision(page, 'Price')
  await expect(price.getByText(/The fee balance is short of/)).toBeVisible({ timeout: 120_000 })
  await expect(price.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await keepPictures(page, info, 'live-short')
  const press = bar().getByRole('button', { name: 'Mint 3 NFTs on Polygon' })
  await page.getByRole('textbox', { name: 'Type 3 to mint with real money' }).fill('30')
  await price.getByRole('switch', { name: 'Wait for it' }).click()
  await expect(bar().getByRole('button', { name: 'Type 3 to mint with real money' })).toBeVisible()
  await expect(press).toBeDisabled()
  await page.getByRole('textbox', { name: 'Type 3 to mint with real money' }).fill('3')
  await press.click()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(page.getByText(/lacks/).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await keepPictures(page, info, 'live-waits')

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Collections' }).click()
  await live.fund(treasury, 50n * coin)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('link', { name: 'people.csv' }).click()
  await minedUntilSeen(page.getByText('Finished', { exact: true }))

  await page.getByRole('button', { name: 'Thank-you text…' }).click()
  const thanks = page.getByRole('dialog', { name: 'A text for the recipients' })
  await expect(thanks.getByRole('textbox', { name: 'Text' })).toHaveValue(
    /^Thank you! An NFT of “Default Polygon collection” on Polygon is yours now\.[\s\S]*https:\/\/\S+\/address\/0x[\da-f]{40}$/i,
  )
  expect(await dialogFaults(page, 'thank-you text')).toEqual([])
  await keepPictures(page, info, 'thanks')
  await thanks.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(faults).toEqual([])
})

test('what the window just did stands on Developers as a command and a program, without keys', async ({
  browserName: _,
}, info) => {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('tab', { name: 'Just done' }).click()
  await page
    .getByRole('button', { name: /^POST \/app\/runs/ })
    .first()
    .click()
  await expect(page.getByTestId('snippet').first()).toContainText("-H 'X-API-KEY: YOUR_KEY'")
  await expect(page.getByTestId('snippet').first()).toContainText('importId')
  await page.getByText('TypeScript', { exact: true }).first().click()
  await expect(page.getByTestId('snippet').first()).toContainText('await fetch(')
  await page
    .getByRole('button', { name: /^POST \/app\/imports/ })
    .first()
    .click()
  await keepPictures(page, info, 'just-done')
  expect(await violations(page, 'just done')).toEqual([])
  expect(faults).toEqual([])
})

test('a collection’s source is verified when a person says so, and each explorer’s state is shown', async ({
  browserName: _,
}, info) => {
  const known = sharedContracts()
  explorers.matches = async (id, address, identifier) => {
    const { name } = known.find((one) => one.address === address) ?? {}
    const code = await live.client.getCode({ address: getAddress(address) })
    return id === 137 && identifier === `${name}.sol:${name}` && code !== undefined
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: /^Default Polygon collection/ }).click()
  const source = page.getByRole('region', { name: 'Source on explorers' })
  await expect(source.getByRole('listitem', { name: 'Collection721' })).toContainText('Not verified from here')
  await source.getByRole('button', { name: 'Verify the source' }).click()
  const question = page.getByRole('dialog', { name: 'Verify the source?' })
  expect(await dialogFaults(page, 'verify the source')).toEqual([])
  await expect(question).toContainText(`is sent to ${new URL(explorers.sourcify).host}`)
  expect(explorers.asked).toEqual([])
  await keepPictures(page, info, 'verify-source')
  await question.getByRole('button', { name: 'Send it' }).click()
  await expect(source.getByRole('listitem', { name: 'Collection721' })).toContainText('Verified')
  await expect(source.getByRole('listitem', { name: 'CollectionFactory' })).toContainText('Verified')
  await expect(source.getByRole('button', { name: 'Verify the source' })).toBeHidden()
  await source.getByRole('button', { name: 'Set a key of Etherscan…' }).click()
  const key = source.getByRole('textbox', { name: 'API key of Etherscan' })
  await key.fill('ABCDEFGH12345678')
  await expect(source.getByRole('link', { name: 'etherscan.io' })).toHaveAttribute('href', /apidashboard/)
  await source.getByRole('button', { name: 'Try and keep it' }).click()
  await expect(source.getByRole('alert')).toContainText('Etherscan does not take the key: copy it again')
  await source.scrollIntoViewIfNeeded()
  await keepPictures(page, info, 'etherscan-key')
  expect(await violations(page, 'etherscan key')).toEqual([])
  await key.fill('a-good-key')
  await source.getByRole('button', { name: 'Try and keep it' }).click()
  await expect(source).toContainText('A key of Etherscan is kept (…-key).')
  await source.scrollIntoViewIfNeeded()
  await keepPictures(page, info, 'source')
  expect(await violations(page, 'source')).toEqual([])
  expect(faults).toEqual([])
})
