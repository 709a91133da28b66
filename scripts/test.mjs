/**
 * `npm test`: runs unit tests, tests on the embedded chains and tests of the window; ends with `<n> passed, <n> failed`.
 * `--unit`, `--chain`, `--window` choose parts. Other arguments (a file, `-t`, `-g`) go to the chosen part's runner.
 */
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, node, root } from './lib/checkout.mjs'
import { findChromium } from './lib/chromium.mjs'
import { electronPath, hasDisplay } from './lib/electron.mjs'
import { endLeftovers } from './lib/leftovers.mjs'
import { countPlaywright, countVitest, judge } from './lib/results.mjs'

const PARTS = {
  unit: { title: 'Unit tests', run: runVitest, count: countVitest },
  chain: { title: 'Tests on the embedded chains', run: runVitest, count: countVitest },
  window: { title: 'Tests of the window', run: runPlaywright, count: countPlaywright },
}
/** Longer than any part takes; a hang must end, too. */
const PART_MS = 60 * 60_000

await main(async () => {
  const args = process.argv.slice(2)
  const asked = Object.keys(PARTS).filter((part) => args.includes(`--${part}`))
  const rest = args.filter((arg) => !asked.includes(arg.slice(2)))
  if (rest.length > 0 && asked.length !== 1) {
    throw new Error(`Say which part "${rest.join(' ')}" is for: npm test -- --unit, --chain or --window.`)
  }
  const chromium = await findChromium()
  const mark = `MINTDESK_TEST_RUN=${randomUUID()}`
  const env = {
    ...process.env,
    ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    MINTDESK_TEST_RUN: mark.split('=')[1],
  }

  const results = []
  const sessions = []
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-test-'))
  for (const part of asked.length > 0 ? asked : Object.keys(PARTS)) {
    const { title, run, count } = PARTS[part]
    console.log(`\n── ${title} ──`)
    const report = join(folder, `${part}.json`)
    const [command, ...words] = run(part, report, env)
    const code = await runPart(command, [...words, ...rest], env, sessions)
    const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : undefined
    results.push({ title, ...judge(counted, code) })
  }
  rmSync(folder, { recursive: true, force: true })

  const left = await endLeftovers(mark, sessions)
  if (left.length > 0) {
    results.push({
      title: 'Leaving nothing running',
      passed: 0,
      failed: 1,
      names: [],
      remark: `had to kill:\n  ${left.join('\n  ')}`,
    })
  }
  // Failures are printed at the very end, because people read, and services keep, only the end of a long log.
  console.log('')
  for (const { names } of results) for (const name of names) console.log(`FAILED ${name.replace(`${root}/`, '')}`)
  for (const { title, passed, failed, remark } of results) {
    console.log(`${title}: ${passed} passed, ${failed} failed${remark ? ` (${remark})` : ''}`)
  }
  const sum = (name) => results.reduce((total, result) => total + result[name], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 ? 1 : 0
})

function runVitest(project, report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return [node, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...reporters]
}

/** Runs on the real Electron if it is installed and can show a window, else on the stand-in. */
function runPlaywright(_part, report, env) {
  env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  const xvfb = spawnSync('xvfb-run', ['--help'], { stdio: 'ignore' }).status === 0
  const real = electronPath() !== undefined && (hasDisplay() || xvfb)
  if (!real) env.ELECTRON_OVERRIDE_DIST_PATH = join(root, 'test/electron-standin/dist')
  console.log(real ? 'The desktop tests run on Electron.' : 'The desktop tests run on the stand-in for Electron.')
  const wrap = real && !hasDisplay() ? ['xvfb-run', '-a'] : []
  return [...wrap, node, join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json']
}

/** Runs one part in a session of its own, so that processes that it leaves behind can be recognised. */
function runPart(command, args, env, sessions) {
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  })
  sessions.push(child.pid)
  const stop = (signal) => {
    try {
      process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
    } catch {
      // it has ended by itself
    }
  }
  const onSignal = (signal) => stop(signal)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal)
  const timer = setTimeout(() => {
    console.error(`Stopped after ${PART_MS / 60_000} minutes.`)
    stop('SIGKILL')
  }, PART_MS)
  return new Promise((resolve) => {
    const end = (code) => {
      clearTimeout(timer)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, onSignal)
      resolve(code ?? 1)
    }
    child.once('error', () => end(1))
    child.once('exit', (code) => end(code))
  })
}
