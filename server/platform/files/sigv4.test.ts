// Against the examples that AWS publishes ("Authenticating Requests: Browser-Based Uploads Using POST", "… in the
// Authorization Header").
import { expect, test } from 'vitest';
import { amzDate, credentialOf, sign, signedHeaders } from './sigv4.ts';

const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

const POLICY = [
  '{ "expiration": "2015-12-30T12:00:00.000Z",',
  '  "conditions": [',
  '    {"bucket": "sigv4examplebucket"},',
  '    ["starts-with", "$key", "user/user1/"],',
  '    {"acl": "public-read"},',
  '    {"success_action_redirect": "http://sigv4examplebucket.s3.amazonaws.com/successful_upload.html"},',
  '    ["starts-with", "$Content-Type", "image/"],',
  '    {"x-amz-meta-uuid": "14365123651274"},',
  '    {"x-amz-server-side-encryption": "AES256"},',
  '    ["starts-with", "$x-amz-meta-tag", ""],',
  '',
  '    {"x-amz-credential": "AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request"},',
  '    {"x-amz-algorithm": "AWS4-HMAC-SHA256"},',
  '    {"x-amz-date": "20151229T000000Z" }',
  '  ]',
  '}',
].join('\r\n');

test('the policy of a form', () => {
  const at = new Date('2015-12-29T00:00:00Z');
  expect(credentialOf(keys, at)).toBe('AKIAIOSFODNN7EXAMPLE/20151229/us-east-1/s3/aws4_request');
  expect(amzDate(at)).toBe('20151229T000000Z');
  expect(sign(keys, at, Buffer.from(POLICY).toString('base64'))).toBe(
    '8afdbf4008c03f22c2cd3cdb72e4afbb1f6a588f3255ac628749a66d7f09699e',
  );
});

test('a request', () => {
  const url = new URL('https://examplebucket.s3.amazonaws.com/test.txt');
  const { authorization } = signedHeaders(
    keys,
    { method: 'GET', url, headers: { range: 'bytes=0-9' } },
    new Date('2013-05-24T00:00:00Z'),
  );
  expect(authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});
