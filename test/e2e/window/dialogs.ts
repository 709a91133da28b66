/** The dialogs, drawers and menus that a practice project with a few NFTs has; those that need more are looked at where they are tested. */
import { expect, type Page } from '@playwright/test'
import { appState, createdKey } from '../../../src/shared/app-api.ts'
import { openSettings } from '../open-settings.ts'
import type { RunningCore } from './core.ts'

export interface Dialog {
  name: string
  /** What leads to where it is opened from. */
  at(page: Page): Promise<void>
  /** What opens it, where it is opened. */
  opens(page: Page): Promise<void>
}

export const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()

const main = (page: Page) => page.getByRole('main')
const press = (name: string | RegExp) => (page: Page) => main(page).getByRole('button', { name }).first().click()
const stay = async (): Promise<void> => undefined
const settings = (section: string) => (page: Page) => openSettings(page, section)

const developers = (tab: string) => async (page: Page) => {
  await goTo(page, 'Developers')
  await page.getByRole('tab', { name: tab, exact: true }).click()
}
const collection = async (page: Page): Promise<void> => {
  await goTo(page, 'Collections')
  await main(page).getByText('Default Polygon collection').first().click()
  await page.getByRole('region', { name: 'Settings on chain' }).waitFor()
}
const wallet = async (page: Page): Promise<void> => {
  await goTo(page, 'Wallets')
  const search = page.getByRole('textbox', { name: /^Address, / })
  await search.fill('dora@example.com')
  await search.press('Enter')
  await page.getByRole('button', { name: 'For a drawer' }).waitFor()
}
const nft = async (page: Page): Promise<void> => {
  await wallet(page)
  await page.getByRole('button', { name: 'For a drawer' }).click()
}
const inDrawer = (name: string) => (page: Page) =>
  page.getByRole('dialog', { name: 'NFT' }).getByRole('button', { name }).click()
const change = (label: string): Dialog => ({
  name: `setting ${label}`,
  at: stay,
  opens: (page) =>
    page
      .getByRole('region', { name: 'Settings on chain' })
      .getByRole('button', { name: `Change ${label}` })
      .click(),
})

export const dialogs: readonly Dialog[] = [
  { name: 'project menu', at: stay, opens: (page) => page.getByRole('button', { name: /Switch project$/ }).click() },
  {
    name: 'fee balance',
    at: stay,
    opens: (page) => page.getByRole('button', { name: /: fee balance and addresses$/ }).click(),
  },
  {
    name: 'results',
    at: async (page) => {
      await goTo(page, 'Runs')
      await main(page).getByRole('link', { name: 'event-badges.csv' }).click()
    },
    opens: press('Save results'),
  },
  { name: 'create collection', at: (page) => goTo(page, 'Collections'), opens: press('Create a collection') },
  {
    name: 'NFT of a collection',
    at: collection,
    opens: (page) => page.getByRole('article').first().getByRole('button').first().click(),
  },
  ...['picture and texts', 'supply limit', 'address of older metadata'].map(change),
  { name: 'save wallet', at: wallet, opens: press(/^Save/) },
  { name: 'NFT', at: wallet, opens: press('For a drawer') },
  { name: 'transfer', at: nft, opens: inDrawer('Transfer…') },
  { name: 'burn', at: nft, opens: inDrawer('Burn…') },
  { name: 'change key', at: developers('Keys'), opens: press('Change') },
  { name: 'revoke key', at: stay, opens: press('Revoke') },
  { name: 'request', at: developers('Requests'), opens: press(/^Show GET/) },
  { name: 'deliveries', at: developers('Webhooks'), opens: press('Deliveries') },
  { name: 'delete webhook', at: stay, opens: press('Delete') },
  { name: 'make the vault', at: settings('Keys and backup'), opens: press('Make the vault') },
  { name: 'restore the vault', at: stay, opens: press(/words/) },
  { name: 'sign out', at: settings('General'), opens: press('Sign out everywhere') },
  { name: 'give coin', at: settings('Practice'), opens: press('Give coin on the practice network for Polygon') },
  { name: 'reset', at: stay, opens: press('Reset the practice network for Polygon') },
  { name: 'programs', at: stay, opens: press('Get the programs') },
]

/** Makes what these are about: a key, a request, a webhook, and an NFT of somebody whose wallet is the project's. */
export async function prepareDialogs(core: RunningCore): Promise<void> {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await core.call(method, path, body)
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return answer.status === 204 ? undefined : await answer.json()
  }
  const { project } = appState.parse(await ask('GET', '/app/state'))
  await ask('PATCH', `/app/projects/${project.id}`, { enterprise: true })
  const { key } = createdKey.parse(await ask('POST', '/app/keys', { name: 'shop' }))
  await ask('POST', '/app/webhooks', { url: 'https://hooks.example.com/mints', events: [] })
  const nfts = '/api/2022-06-09/collections/default-polygon/nfts'
  const image = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E'
  const metadata = { name: 'For a drawer', image }
  await ask('PUT', `${nfts}/drawer`, { recipient: 'email:dora@example.com:polygon', metadata })
  await expect
    .poll(() => ask('GET', `${nfts}/drawer`), { timeout: 120_000 })
    .toMatchObject({ onChain: { status: 'success' } })
  // What programs ask with keys is listed.
  await fetch(`${core.url}${nfts}/drawer`, { headers: { 'x-api-key': key } })
}

/** Opens each and says what `look` finds in it. */
export async function walkDialogs(
  page: Page,
  look: (page: Page, name: string) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = []
  const over = page.locator('[role="dialog"], [role="menu"]')
  for (const { name, at, opens } of dialogs) {
    await at(page)
    await opens(page)
    await over.last().waitFor()
    found.push(...(await look(page, name)))
    while ((await over.count()) > 0) {
      const before = await over.count()
      await page.keyboard.press('Escape')
      await expect.poll(() => over.count()).toBeLessThan(before)
    }
  }
  return found
}
