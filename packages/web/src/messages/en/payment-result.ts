/** What became of a payment: the page after the provider's, and the page after canceling there. */
export const texts = {
  confirmed: {
    heading: 'Your payment was successfully processed',
    keep: 'Please keep the confirmation code for your records.',
    accountNumber: 'Account Number',
    accountBalance: 'Account Balance',
    paymentAmount: 'Payment Amount',
    convenienceFee: 'Convenience Fee',
    totalPaymentAmount: 'Total Payment Amount',
    lastFour: { cc: 'Card ending in', echeck: 'Bank account ending in', unknown: 'Card or bank account ending in' },
    confirmationCode: 'Confirmation Code',
    details: 'Payment details',
    done: 'Done',
    print: 'Print',
  },
  checking: {
    heading: 'Checking your payment',
    text: 'One moment, please.',
  },
  processing: {
    heading: 'We are confirming your payment',
    text: 'This can take up to two minutes. You need not do anything, and please do not pay again.',
    retrying: 'The last check did not get through. We keep trying.',
    stillTitle: 'We do not know yet',
    still:
      'The payment page has not told us yet what became of your payment. Please do not pay again. If it went through, it will be on your account; look again later, or call us.',
    checkAgain: 'Check again',
  },
  declined: {
    heading: 'Your payment was declined',
    text: 'Nothing has been charged. Please try another card or bank account, or ask your bank.',
  },
  canceled: {
    heading: 'Your payment was canceled',
    text: 'Nothing has been charged.',
  },
  expired: {
    heading: 'Your payment was not finished in time',
    text: 'We have received no payment. You can start again.',
  },
  refunded: {
    heading: 'Your payment was refunded',
    text: 'The amount below goes back to the card or bank account that it came from.',
  },
  returned: {
    heading: 'Your payment was returned',
    text: 'Your bank or card company took this payment back. You owe the amount on your account again.',
  },
  'under-review': {
    heading: 'We are checking your payment',
    text: 'We received your payment, and our office is checking the amount. Please do not pay again. Your balance changes once the check is complete.',
  },
  rejected: {
    heading: 'We did not apply your payment',
    text: 'Our office checked this payment and did not apply it to your account. If your card or bank account was charged, please call us.',
  },
  failed: {
    heading: 'We could not show your payment',
    notFound: 'The link does not belong to a payment of yours. If you have paid, your payment is not affected.',
    sessionEnded:
      'Your Quick Pay has ended in the meantime. If you have paid, your payment is not affected and will be on your account.',
  },
  nothing: {
    heading: 'There is no payment to show here',
    text: 'If you have just paid, your payment is not affected and will be on your account.',
  },
  cancelPage: {
    heading: 'Your payment has been canceled.',
    text: 'You can pay whenever you are ready.',
    done: 'Done',
    again: 'Try again',
  },
  tryAgain: 'Try again',
  home: 'Back to the home page',
  call: 'Questions? Call',
}
