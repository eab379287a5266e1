import type { APIRoute } from 'astro';
import { png } from '../brand/raster.ts';
import { socialImage } from '../brand/social-image.ts';
import { colours } from '../brand/tokens.ts';
import { company, location } from '../copy/company.ts';
import { comparison, ourTotal } from '../copy/comparison.ts';
import { usd } from '../shared/pricing.ts';

export const GET: APIRoute = () =>
  new Response(
    png(
      socialImage({
        headline: company.tagline,
        lines: [
          { label: 'Retainer', amount: usd(0) },
          { label: 'Management fee', amount: usd(0) },
          { label: `${comparison.leads} qualified leads`, amount: ourTotal },
        ],
        total: { label: 'Total', amount: ourTotal },
        stamp: 'Paid per lead',
        name: company.name,
        place: location,
        colours,
      }),
    ),
    { headers: { 'Content-Type': 'image/png' } },
  );
