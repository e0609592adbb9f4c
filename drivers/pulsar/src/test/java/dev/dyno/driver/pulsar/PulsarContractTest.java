package dev.dyno.driver.pulsar;

import dev.dyno.driver.tck.SendContract;

/** A part of the contract of all drivers, on persistent topics. */
class PulsarContractTest implements PulsarSubject, SendContract {}
