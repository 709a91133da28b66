import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

const report = z.object({
  testResults: z
    .array(
      z.object({
        name: z.string(),
        message: z.string(),
        assertionResults: z.array(
          z.object({
            title: z.string(),
            status: z.string(),
            failureMessages: z.array(z.string()).nullish(),
          }),
        ),
      }),
    )
    .default([]),
})

/** What vitest said in words, and of each file: its path, what kept it from being run, and its tests. */
export interface NamedRun {
  output: string
  files: z.infer<typeof report>['testResults']
}

/** What ran in a folder. Throws when one of its files could not be run. */
export function ranBelow({ files, output }: NamedRun, folder: string) {
  const below = files.filter(({ name }) => name.startsWith(join(folder, '/')))
  for (const { name, message } of below) if (message !== '') throw new Error(`${name}: ${message}\n${output}`)
  return below.flatMap((file) => file.assertionResults).filter(({ status }) => status !== 'skipped')
}

/**
 * Runs of each of these files the tests whose names begin so, all in one process: it loads the packages once.
 *
 * @param folder holds the files; node_modules is in it
 * @param env what the tests get besides
 */
export async function runNamed(
  folder: string,
  wanted: Readonly<Record<string, readonly string[]>>,
  env: Readonly<Record<string, string>> = {},
): Promise<NamedRun> {
  const setup = join(folder, 'named-alone.ts')
  await writeFile(
    setup,
    `import { beforeEach, expect } from 'vitest'
const wanted: Record<string, string[]> = ${JSON.stringify(wanted)}
beforeEach(({ task, skip }) => {
  const names = wanted[expect.getState().testPath ?? ''] ?? []
  if (!names.some((name) => task.name.startsWith(name))) skip()
})
`,
  )
  const options = {
    include: Object.keys(wanted),
    setupFiles: [setup],
    ...{ pool: 'forks', isolate: false, maxWorkers: 1, testTimeout: 120_000, hookTimeout: 120_000 },
    experimental: { viteModuleRunner: false, nodeLoader: false },
  }
  const config = join(folder, 'vitest.config.mjs')
  await writeFile(config, `export default ${JSON.stringify({ test: options })}`)
  const written = join(folder, 'report.json')
  const args = ['run', '--config', config, '--root', folder, '--reporter=json', `--outputFile=${written}`]
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [vitest, ...args],
      { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } },
      (_, out, err) => resolve(`${out}${err}`),
    )
  })
  const text = await readFile(written, 'utf8').catch(() => '{}')
  return { output, files: report.parse(JSON.parse(text)).testResults }
}
