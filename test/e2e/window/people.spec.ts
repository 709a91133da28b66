/** A server's window behind its proxy: the first account by link, roles, signing in and out. */
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { codeOf, password } from '../../people/codes.ts'
import { openTlsProxy } from '../../people/tls-proxy.ts'
import { keepPictures } from '../keep-picture.ts'
import { openSettings } from '../open-settings.ts'
import { dialogFaults, violations } from './axe.ts'
import { type RunningCore, startCore } from './core.ts'
import { expectReady, openSample } from './mint.ts'

test.describe.configure({ mode: 'serial' })

/** The browser asks for this name, which leads to the proxy of this test. */
const publicUrl = 'https://mint.example'

let core: RunningCore
let proxy: { port: number; close(): Promise<void> }
let chromium: Browser
const contexts: BrowserContext[] = []
const faults: string[] = []

test.beforeAll(async ({ playwright }) => {
  core = await startCore(undefined, { MINTDESK_TEST_PUBLIC_URL: publicUrl })
  proxy = await openTlsProxy(core.url)
  const executablePath = process.env.CHROMIUM_PATH
  chromium = await playwright.chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // Playwright's own `ignoreHTTPSErrors` has each request begun again: of a page that loads dozens at once, some gave up (ERR_TOO_MANY_RETRIES).
    args: [`--host-resolver-rules=MAP mint.example:443 127.0.0.1:${proxy.port}`, '--ignore-certificate-errors'],
  })
})
test.afterAll(async () => {
  await chromium?.close()
  await proxy?.close()
  await core?.close()
})

/** A browser of somebody else's. */
async function newPage(): Promise<Page> {
  const context = await chromium.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  contexts.push(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) faults.push(message.text())
  })
  return page
}

/** Opens a link, sets the password with a code, and is in. @returns the secret of the codes */
async function accept(page: Page, link: string): Promise<string> {
  await page.goto(link)
  await page.getByLabel('New password').fill(password)
  const secret = (await page.getByTestId('totp-secret').textContent()) ?? ''
  // The secret is out of the address, and so out of the history.
  expect(page.url()).toBe(`${publicUrl}/`)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Set the password and sign in' }).click()
  await expect(page.getByRole('button', { name: /Sign out, and more$/ })).toBeVisible()
  return secret
}

async function invite(page: Page, name: string, role: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await page.getByRole('option', { name: role }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText(`Send this link to ${name}; it is not shown again`)).toBeVisible()
  return (await page.getByTestId('invitation').textContent()) ?? ''
}

let links: { mia: string; vera: string }

test('the first admin sets a password by the link, invites others, and signs in again with the next code', async ({
  browserName: _,
}, info) => {
  const page = await newPage()
  await page.goto(core.link)
  await expect(page.getByRole('heading', { name: 'Welcome, anna' })).toBeVisible()
  await keepPictures(page, info, 'welcome')
  expect(await violations(page, 'welcome')).toEqual([])
  const secret = await accept(page, core.link)
  await openSettings(page, 'People')
  links = { mia: await invite(page, 'mia', 'minter'), vera: await invite(page, 'vera', 'viewer') }
  await expect(page.getByRole('group', { name: 'vera' })).toContainText('The link works until')
  await keepPictures(page, info, 'people')
  expect(await violations(page, 'people')).toEqual([])

  for (const [button, where] of [
    ['New link…', 'a new link'],
    ['Remove…', 'remove a person'],
  ] as const) {
    await page.getByRole('group', { name: 'vera' }).getByRole('button', { name: button }).click()
    expect(await dialogFaults(page, where)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  await page.getByRole('button', { name: 'anna, admin. Sign out, and more' }).click()
  expect(await dialogFaults(page, 'menu of the person')).toEqual([])
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to Mintdesk' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('anna')
  await page.getByLabel('Password', { exact: true }).fill(`${password}!`)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 30_000))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Name, password or code is wrong')
  await keepPictures(page, info, 'sign-in')
  expect(await violations(page, 'sign-in')).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 30_000))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /Sign out, and more$/ })).toBeVisible()
  // With a passkey neither password nor code is asked for.
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await openSettings(page, 'General')
  await page.getByRole('textbox', { name: 'What you call it' }).fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Remove the passkey My laptop' })).toBeVisible()
  await keepPictures(page, info, 'passkeys')
  await page.getByRole('button', { name: 'anna, admin. Sign out, and more' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('button', { name: /Sign out, and more$/ })).toBeVisible()
  // A tab that is loaded again stays signed in.
  await page.reload()
  await expect(page.getByRole('button', { name: /Sign out, and more$/ })).toBeVisible()
})

test('a minter mints, and finds the settings locked with the reason', async ({ browserName: _ }, info) => {
  const page = await newPage()
  await accept(page, links.mia)
  await openSample(page, 'Event badges')
  await expectReady(page, '500')
  await page.getByRole('button', { name: /^Mint \d+ NFTs on Polygon$/ }).click()
  await page.waitForURL('**/runs/*')
  await expect(page.getByRole('main')).toContainText('Finished', { timeout: 120_000 })
  await openSettings(page, 'Storage')
  await expect(page.getByText('You are signed in as minter: only an admin can change this.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button').first()).toBeDisabled()
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0)
  await keepPictures(page, info, 'locked')
})

test('a viewer looks at it, and sees nothing to press', async ({ browserName: _ }, info) => {
  const page = await newPage()
  await accept(page, links.vera)
  await expect(page.getByRole('main')).toContainText('You are signed in as viewer')
  await keepPictures(page, info, 'viewer')
  await page.getByRole('link', { name: 'Look at the runs' }).click()
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('main')).toContainText('Finished')
  for (const name of [/^Pause/, /^Cancel/, /^Retry/, /Correct/])
    await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('link', { name: 'Collections' }).click()
  await expect(page.getByRole('heading', { name: 'Collections' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create a collection' })).toHaveCount(0)
  expect(faults).toEqual([])
})
