import { expect, it } from 'vitest'
import { entrance, isForBrowser, isGranted, isOurPage, isReload } from '../../src/main/navigation.ts'

const core = 'http://127.0.0.1:3000'

it('lets the page reload itself and go nowhere else', () => {
  expect(isReload(`${core}/runs/1?x=2`, `${core}/runs/1`)).toBe(true)
  for (const target of [
    `${core}/ipfs/bafy/page.html`,
    'http://127.0.0.1:3001/runs/1',
    'http://localhost:3000/runs/1',
    'https://example.com/runs/1',
    'file:///runs/1',
    'javascript:alert(1)',
    'not an address',
  ]) {
    expect(isReload(target, `${core}/runs/1`), target).toBe(false)
  }
  expect(isReload('about:blank', '')).toBe(false)
})

it('lets the page in where it was, and at its first page when it was elsewhere', () => {
  expect(entrance(core, 'a+b', `${core}/wallets?q=ada`)).toBe(`${core}/wallets?q=ada&ticket=a%2Bb`)
  expect(entrance(core, 'new', `${core}/?ticket=old`)).toBe(`${core}/?ticket=new`)
  for (const shown of ['', 'about:blank', 'chrome-error://chromewebdata/', 'http://127.0.0.1:3001/runs'])
    expect(entrance(core, 'a', shown), shown).toBe(`${core}/?ticket=a`)
})

it("opens https links and the core's own pages in the system's browser, nothing else", () => {
  expect(isForBrowser('https://polygonscan.com/tx/0x1', core)).toBe(true)
  expect(isForBrowser(`${core}/docs`, core)).toBe(true)
  for (const target of [
    'http://example.com/',
    'file:///etc/passwd',
    'smb://host/x',
    'mailto:a@b.c',
    `${core}.evil.example/`,
    '',
  ]) {
    expect(isForBrowser(target, core), target).toBe(false)
  }
})

it('knows its own page from frames within it and from other pages', () => {
  expect(isOurPage({ url: `${core}/runs`, parent: null }, core)).toBe(true)
  expect(isOurPage({ url: `${core}/runs`, parent: {} }, core)).toBe(false)
  expect(isOurPage({ url: 'http://127.0.0.1:3001/', parent: null }, core)).toBe(false)
  expect(isOurPage({ url: `${core}@evil.example/`, parent: null }, core)).toBe(false)
  expect(isOurPage({ url: '', parent: null }, core)).toBe(false)
  expect(isOurPage(null, core)).toBe(false)
})

it('grants writing to the clipboard to its own page, and nothing else to anyone', () => {
  expect(isGranted('clipboard-sanitized-write', `${core}/`, core)).toBe(true)
  expect(isGranted('clipboard-sanitized-write', 'https://example.com', core)).toBe(false)
  for (const permission of ['clipboard-read', 'notifications', 'geolocation', 'media', 'openExternal', 'unknown']) {
    expect(isGranted(permission, core, core), permission).toBe(false)
  }
})
