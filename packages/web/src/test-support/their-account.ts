import { anAccount } from '@coopline/testing/builders/account'
import { aMember } from '@coopline/testing/builders/member'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'

export const theMember = aMember({ memberNumber: 'M1001' })

/** The account of member M1001, in order: $152.34 are due on 03/18/2099. */
export const theirAccount = anAccount('000100200300')
  .of(theMember)
  .with({
    service_street: '1400 Prairie View Rd',
    service_city: 'Cloverdale',
    service_zip: '54001',
    location_id: 'L-77',
  })
  .owing(15_234)
  .withBalance({ due_date: calendarDate('2099-03-18'), minimum_payment_due: cents(0) })
