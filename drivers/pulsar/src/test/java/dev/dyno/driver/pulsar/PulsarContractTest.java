package dev.dyno.driver.pulsar;

import dev.dyno.driver.tck.SendContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A part of the contract of all drivers, on persistent topics. */
@ExtendWith(ManagedPulsar.class)
@Tag("broker")
@Timeout(120)
class PulsarContractTest implements PulsarSubject, SendContract {}
