import { Banner } from '#web/ui/banner.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'

/** Asks for the file. */
export function FileStep({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className="flex flex-col gap-4">
      {problem && (
        <div role="alert">
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      <FileDrop
        label="Drop a CSV file here"
        description="The first row names the columns. Only a delivery address is required. A row with a known reference updates that delivery instead of adding another."
        accept={['.csv', '.tsv', '.txt', 'text/csv']}
        onFile={onFile}
      />
    </div>
  )
}
