/** Copies of the site's tokens, because mail can't use its stylesheet. In dark mode, ink and paper swap. */
export const colors = {
  ground: '#eef1ee',
  ticket: '#ffffff',
  ink: '#14181a',
  'ink-quiet': '#404a4f',
  rule: '#c9d0cc',
  primary: '#d9f01f',
  accent: '#1c4a86',
} as const;

const night = '#0b0e0f';

/** Has no custom properties, because many mail programs don't support them. Fetches nothing. */
export const style = `
body{margin:0;padding:16px 8px;background:${colors.ground};color:${colors.ink};font:17px/1.45 -apple-system,BlinkMacSystemFont,'Segoe UI',Arial,sans-serif}
.ticket{max-width:560px;margin:0 auto;padding:20px 18px 24px;background:${colors.ticket};border:1px solid ${colors.rule};border-bottom:7px dotted ${colors.ground}}
p,h1,blockquote,table{margin:0 0 12px}
h1,.button,.stamp,.total{font-family:'Barlow Condensed','Arial Narrow',Arial,sans-serif;font-weight:600;line-height:1.1}
h1{font-size:32px;overflow-wrap:anywhere}
a{color:${colors.accent}}
.stamp{display:inline-block;padding:3px 9px 4px;border:3px solid;border-radius:5px;color:${colors.accent};font-size:19px;letter-spacing:.06em;text-transform:uppercase}
.quiet,th,.small{color:${colors['ink-quiet']}}
.small{font-size:14px}
.button{display:block;padding:12px 14px 13px;border:2px solid ${colors.ink};border-radius:3px;color:${colors.ink};font-size:21px;text-align:center;text-decoration:none;overflow-wrap:anywhere}
.call{background:${colors.primary}}
blockquote{padding:12px 0;border-top:1px solid ${colors.rule};white-space:pre-wrap;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse}
th,td{padding:7px 0;border-bottom:2px dotted ${colors.rule};font-weight:400;text-align:left;vertical-align:top}
th{padding-right:12px;white-space:nowrap}
td{font-weight:600;text-align:right;overflow-wrap:anywhere}
.total{padding-top:12px;border-top:6px double ${colors.ink};font-size:21px}
@media (prefers-color-scheme:dark){
body{background:${night};color:${colors.ground}}
.ticket{background:${colors.ink};border-color:${colors['ink-quiet']};border-bottom-color:${night}}
a,.stamp{color:#a9c8f0}
.quiet,th,.small{color:${colors.rule}}
.button{border-color:${colors.ground};color:${colors.ground}}
.call{border-color:${colors.primary};color:${colors.ink}}
blockquote,th,td{border-color:${colors['ink-quiet']}}
.total{border-color:${colors.ground}}
}`;
