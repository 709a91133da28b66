import { Stack, Text, Title } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Sample } from '../../../../shared/app-api.ts'
import { useApi, useMediaBase } from '../../api/context.tsx'
import { keys } from '../../api/keys.ts'
import { mediaAddress } from '../../ui/media/address.ts'
import { sayFailed } from '../../ui/say-failed.ts'
import classes from './first.module.css'
import { readPreview } from './preview.ts'

/** The number of pictures on a sample's card. */
const shown = 4

/** The spreadsheets that come with the app, as cards with the pictures that they would make. */
export function SampleCards({ onFile }: { onFile(file: File): void }) {
  const api = useApi()
  const { data: samples } = useQuery({ queryKey: keys.samples, queryFn: api.samples, staleTime: Infinity })
  const offered = samples?.filter(({ name }) => name !== 'template.csv') ?? []
  if (offered.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={2}>Or try a sample</Title>
      <ul className={classes.samples} aria-label="Samples">
        {offered.map((sample) => (
          <li key={sample.name}>
            <SampleCard
              sample={sample}
              onOpen={() => api.sampleFile(sample.name).then(onFile, sayFailed('The sample could not be opened'))}
            />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function SampleCard({ sample, onOpen }: { sample: Sample; onOpen(): void }) {
  const api = useApi()
  const base = useMediaBase()
  const { data: pictures = [] } = useQuery({
    queryKey: [...keys.samples, sample.name, 'pictures'],
    queryFn: async () => {
      const { columns, rows } = await readPreview(await api.sampleFile(sample.name))
      const place = columns.findIndex(({ field }) => field === 'image')
      return rows.flatMap(({ cells }) => mediaAddress(base, cells[place] ?? '') ?? []).slice(0, shown)
    },
    staleTime: Infinity,
  })
  return (
    <button type="button" className={classes.sample} onClick={onOpen}>
      <span className={classes.pictures} aria-hidden="true">
        {Array.from({ length: shown }, (_, place) => {
          const picture = pictures[place]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike
            <span key={place}>
              {picture === undefined ? <IconPhoto stroke={1.5} /> : <img src={picture} alt="" loading="lazy" />}
            </span>
          )
        })}
      </span>
      <Text component="span" size="sm" fw={600} className="breakable">
        {sample.title}
      </Text>
      <Text component="span" size="xs" c="dimmed" className="breakable">
        {sample.description}
      </Text>
    </button>
  )
}
