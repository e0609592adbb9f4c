/** Real brokers for the tests of drivers, which find this package in the test jar of this module. */
package dev.dyno.broker.process.real;
