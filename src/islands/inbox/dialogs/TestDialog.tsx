import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { deliveryWords } from '../../../copy/delivery.ts';
import { test as words } from '../../../copy/dialogs.ts';
import { api } from '../../../shared/api.ts';
import { isSuccess, testDeliverySchema, type TestDelivery } from '../../../shared/submission.ts';
import { sentenceIn, type Ask } from '../../staff/ask.ts';
import { Button } from '../../staff/Button.tsx';
import { useInbox } from '../inbox-store.ts';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import css from './dialog.module.css';

export function TestDialog({ onClose }: DialogProps) {
  const { ask } = useInbox();
  const [delivery, setDelivery] = useState<Result>();
  const [alert, setAlert] = useState<Result>();
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    button.current?.focus();
  }, []);

  const send = async (): Promise<void> => {
    setDelivery({ says: words.sending });
    setDelivery(await sendTest(ask));
  };

  const sendAlert = async (): Promise<void> => {
    setAlert({ says: words.alertSending });
    setAlert(await sendTestAlert(ask));
  };

  return (
    <Dialog heading={words.heading} onClose={onClose}>
      <h2>{words.heading}</h2>
      <p>{words.intro}</p>
      <div role="status" className={css.result}>
        {[delivery, alert].map(
          (result, index) =>
            result && (
              <div key={index}>
                <p data-tone={result.tone}>{result.says}</p>
                {result.answer !== undefined && (
                  <p className={`quiet ${css.answer}`}>{result.answer}</p>
                )}
                {result.advice !== undefined && <p>{result.advice}</p>}
              </div>
            ),
        )}
      </div>
      <p className={`flow ${css.works}`}>
        <Close label={words.close} />
        <Button isBusy={isUnderWay(alert)} onPress={sendAlert}>
          {words.alert}
        </Button>
        {/* One button before and after, so that it keeps the focus. */}
        <Button
          ref={button}
          className={`tool ${css.send}`}
          isBusy={isUnderWay(delivery)}
          onPress={send}
        >
          {isUnderWay(delivery) ? words.going : delivery ? words.again : words.go}
        </Button>
      </p>
    </Dialog>
  );
}

/** Undefined `tone`: no result yet. */
interface Result {
  says: string;
  tone?: 'good' | 'bad';
  answer?: string | undefined;
  advice?: string | undefined;
}

const isUnderWay = (result: Result | undefined): boolean => result !== undefined && !result.tone;

async function sendTest(ask: Ask): Promise<Result> {
  try {
    const response = await ask(api.testDelivery, { json: {} });
    return resultOf(testDeliverySchema.parse(await response.json()));
  } catch (error) {
    return { says: sentenceIn(error) ?? words.notSent, tone: 'bad' };
  }
}

function resultOf({ status, ms, error }: TestDelivery): Result {
  const took = deliveryWords.timeline.took(ms);
  if (status === null) {
    const why = error ?? deliveryWords.timeline.noAnswer;
    return { says: words.unanswered(why, took), tone: 'bad', advice: words.advice.unanswered };
  }
  if (isSuccess({ status })) return { says: words.arrived(status, took), tone: 'good' };
  return {
    says: words.answered(status, took),
    tone: 'bad',
    answer: error,
    advice: words.advice[status] ?? words.advice.refused,
  };
}

export async function sendTestAlert(ask: Ask): Promise<Result> {
  try {
    const response = await ask(api.alerts, { json: {} });
    const { sent } = z.object({ sent: z.number() }).parse(await response.json());
    return { says: words.alertSent(sent), tone: 'good' };
  } catch (error) {
    return { says: sentenceIn(error) ?? words.alertNotSent, tone: 'bad' };
  }
}
