import { Button, Group, Stack, Switch, Text, UnstyledButton } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Import } from '../../../../shared/app-api.ts'
import { curesFor } from '../../../../shared/spreadsheet/cure.ts'
import { counted } from '../../ui/format.ts'
import { MediaButton } from '../file/media-button.tsx'
import { usePatchImport } from '../use-patch-import.ts'
import { ChecksumRows } from './checksum-rows.tsx'
import { CureBox } from './cure-box.tsx'
import classes from './groups.module.css'
import { type Problem, problemsOf, problemTitle } from './groups.ts'
import { UnreachableLinks } from './unreachable-links.tsx'
import type { LinkTrialOf } from './use-link-trial.ts'

export interface ProblemGroupsProps {
  file: Import
  links: LinkTrialOf
  /** The group whose rows the table shows. */
  shown: Problem | undefined
  onShow(problem: Problem | undefined): void
  onFiles(files: readonly File[]): void
}

const keyOf = ({ code, column }: Problem) => `${code} ${column}`

/** The problems of a file, in groups, each with its cure; the first group of errors is open. */
export function ProblemGroups({ file, links, shown, onShow, onFiles }: ProblemGroupsProps) {
  const problems = problemsOf(file)
  const [chosen, setChosen] = useState<string | null>()
  const first = problems.find(({ level }) => level === 'error')
  const open = chosen === undefined ? first && keyOf(first) : chosen
  if (problems.length === 0) return null
  return (
    <ul className={classes.groups} aria-label="Problems">
      {problems.map((problem) => {
        const key = keyOf(problem)
        return (
          <li key={key} className={classes.group}>
            <UnstyledButton
              className={classes.title ?? ''}
              aria-expanded={open === key}
              onClick={() => setChosen(open === key ? null : key)}
            >
              <IconChevronRight size={16} aria-hidden data-open={open === key} className={classes.chevron ?? ''} />
              {problem.level === 'error' ? (
                <IconAlertCircle size={16} className="bad" aria-label="Error" />
              ) : (
                <IconAlertTriangle size={16} className="warn" aria-label="Warning" />
              )}
              <span className={classes.words}>
                <Text span size="sm" fw={600} className="breakable">
                  {problemTitle(problem)}
                </Text>
                {problem.column !== '' && (
                  <Text span size="sm" c="dimmed" className="breakable">
                    in “{problem.column}”
                  </Text>
                )}
              </span>
            </UnstyledButton>
            {open === key && (
              <Stack gap="xs" className={classes.content ?? ''}>
                <Cures file={file} links={links} problem={problem} onFiles={onFiles} />
                <div>
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => onShow(shown && keyOf(shown) === key ? undefined : problem)}
                  >
                    {shown && keyOf(shown) === key
                      ? 'Show all rows'
                      : `Show ${counted(problem.count, 'row', 'rows')} in the table`}
                  </Button>
                </div>
              </Stack>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** What can be done for all rows of a group. */
function Cures({ file, links, problem, onFiles }: Omit<ProblemGroupsProps, 'shown' | 'onShow'> & { problem: Problem }) {
  const patch = usePatchImport(file.id)
  const { code } = problem
  if (code === 'metadata.link') return <UnreachableLinks links={links} />
  if (code === 'recipient.checksum') return <ChecksumRows file={file} problem={problem} />
  if (code === 'recipient.duplicate' || (code === 'file.repeat' && !file.options.again))
    return code === 'file.repeat' ? (
      <Text size="sm">They were minted into this collection before, so they are left out.</Text>
    ) : (
      <Switch
        label="Mint only the first of rows with the same recipient and content"
        checked={file.options.duplicates === 'first'}
        // The core takes no other choice while it checks the rows.
        disabled={patch.isPending || file.state === 'checking'}
        onChange={(event) => patch.mutate({ duplicates: event.currentTarget.checked ? 'first' : 'all' })}
      />
    )
  if (code === 'metadata.media' || code === 'metadata.url')
    return (
      <>
        {curesFor(code).map((rule) => (
          <CureBox key={rule} file={file} problem={problem} rule={rule} />
        ))}
        <Group gap="md">
          <Text size="sm">Are these names of files? Add your pictures:</Text>
          <MediaButton from="folder" onFiles={onFiles}>
            Add a folder
          </MediaButton>
          <MediaButton from="archive" onFiles={onFiles}>
            Add a zip file
          </MediaButton>
        </Group>
      </>
    )
  const rules = curesFor(code)
  if (rules.length === 0)
    return <Text size="sm">Each row says what is wrong and what to do: correct it in the table, or leave it out.</Text>
  return rules.map((rule) => <CureBox key={rule} file={file} problem={problem} rule={rule} />)
}
