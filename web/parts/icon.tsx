/** The six icons: strokes on 20 x 20, in the colour of the text beside them. */
const PATHS = {
  sheets: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  tick: 'm4 10.5 4 4 8-9',
  circle: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M10 6.3v4.4M10 13.6v.1',
  triangle: 'M10 3 2 17h16zM10 8.3v4M10 14.5v.1',
  envelope: 'M2.5 4.5h15v11h-15zm0 .8L10 11l7.5-5.7',
  chevron: 'm12.5 4-6 6 6 6',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`icon flex-none ${className}`}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
