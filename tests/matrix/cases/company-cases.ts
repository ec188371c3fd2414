// Valid calls of the endpoints of a company's configuration.
import { v7 as uuid } from 'uuid';
import * as values from '#contract/company/values.ts';
import * as company from '#contract/company.ts';
import { exportDashboard, getDashboard } from '#contract/insights.ts';
import { AWAKE } from '#contract/notifications/awake.ts';
import { type Side, some } from '../world.ts';
import { entry } from './case.ts';

const newValue = ({ word }: Side) => ({
  value_id: uuid(),
  name: `${word} ${some()}`,
  icon_url: '/files/icon.png',
  description: word,
});

export const companyCases = [
  entry(getDashboard)(() => ({ input: { days: '30' } })),
  entry(exportDashboard)(() => ({ input: { days: '7' } })),
  entry(company.get)(() => ({ input: {} })),
  entry(company.update)((side) => ({
    input: {
      company_name: `${side.word} ${some()}`,
      company_logo: '/files/logo.png',
      color_theme: 'default',
      settings: {
        app_name: null,
        app_short_name: null,
        app_icon: null,
        time_zone: 'Europe/Berlin',
        password_min_length: 8,
        link_previews: false,
        awake: AWAKE,
        work_week: [0, 1, 2, 3, 4],
        retention_days: null,
        deactivated_days: 90,
        space_creation: 'everybody',
        currency: 'EUR',
        point_unit_value: 0.02,
      },
    },
  })),
  entry(company.listThemes)(({ company_id }) => ({ input: { company_id } })),
  entry(company.getModules)(({ company_id }) => ({ input: { company_id } })),
  entry(company.updateModules)(({ company_id }) => ({ input: { company_id, modules: { chat: true, people: true } } })),
  entry(company.general)(() => ({ input: {} })),
  entry(values.listValues)(({ word }) => ({ input: { search: word } })),
  // What was seen is compared with what is there, and told to nobody.
  entry(values.updateValues, { ownWords: 'seen' })(
    (side) => ({ input: { values: [newValue(side)] } }),
    async (side) => {
      const { values: seen } = await side.owner.call(values.updateValues, { values: [newValue(side)] });
      return { input: { values: [newValue(side)], seen } };
    },
  ),
];
