export function EngineSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      role="switch"
      aria-labelledby="engine-switch-label"
      aria-checked={isOn}
      onClick={() => onChange(!isOn)}
      className="focus-ring group flex w-full items-start gap-3 rounded-lg text-left pointer-coarse:min-h-11"
    >
      <span
        aria-hidden="true"
        className="mt-0.5 flex h-5 w-9 shrink-0 items-center rounded-full bg-control-line p-0.5 transition-colors duration-150 group-aria-checked:bg-brand"
      >
        <span className="size-4 rounded-full bg-white shadow-card transition-transform duration-150 group-aria-checked:translate-x-4" />
      </span>
      <span>
        <span id="engine-switch-label" className="block text-sm font-medium">
          Compare with our engine
        </span>
        <span className="block text-[0.8125rem] text-ink-muted">
          It runs on this page, so your stops stay on your device.
        </span>
      </span>
    </button>
  )
}
