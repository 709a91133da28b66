import { lazy, Suspense, useEffect, useState } from 'react'
import { useAppState } from '../api/context.tsx'
import { Failure } from '../ui/failure.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { DropArea } from './file/drop-area.tsx'
import { LastFiles } from './file/last-files.tsx'
import { SampleCards } from './file/sample-cards.tsx'
import { ThreeSteps } from './file/three-steps.tsx'
import { useChecklist } from './live/use-checklist.ts'

const LiveChecklist = lazy(() => import('./live/live-checklist.tsx'))

/** The Mint page without a file: the checklist of a live project until it is done, else the place to drop a spreadsheet. */
export function FirstScreen({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const { data: state, error: stateError } = useAppState()
  const { data: list, error, refetch } = useChecklist()
  const live = state?.project.kind === 'live'
  /** Whether the person saw the checklist unfinished here: its last tick is then shown before it goes. */
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (list && !list.done) setSeen(true)
  }, [list])
  if ((!state && !stateError) || (live && !list && !error))
    return (
      <Page title="Mint">
        <Waiting what="page" lines={3} height={120} />
      </Page>
    )
  if (live && !list)
    return (
      <Page title="Mint">
        <Failure
          title="What this project needs could not be looked up"
          error={error}
          money="Nothing was spent."
          onRetry={() => void refetch()}
        />
      </Page>
    )
  if (live && list && (!list.done || seen))
    return (
      <Suspense
        fallback={
          <Page title="Mint">
            <Waiting what="page" lines={3} height={120} />
          </Page>
        }
      >
        <LiveChecklist project={state.project} list={list} onGoOn={() => setSeen(false)} />
      </Suspense>
    )
  return (
    <Page title="Mint" about="A spreadsheet of recipients becomes NFTs.">
      <DropArea onFiles={onFiles} />
      <ThreeSteps />
      <SampleCards onFile={(file) => onFiles([file])} />
      <LastFiles />
    </Page>
  )
}
