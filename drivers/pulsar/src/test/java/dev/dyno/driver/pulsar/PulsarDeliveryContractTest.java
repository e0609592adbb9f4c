package dev.dyno.driver.pulsar;

import dev.dyno.driver.tck.AcknowledgementContract;
import dev.dyno.driver.tck.CapabilityContract;
import dev.dyno.driver.tck.ConnectionContract;
import dev.dyno.driver.tck.DeliveryContract;
import dev.dyno.driver.tck.MessagesLeftContract;
import dev.dyno.driver.tck.TopicContract;
import dev.dyno.driver.tck.TransactionContract;

/** The other part of the contract of all drivers, on persistent topics. */
class PulsarDeliveryContractTest
        implements PulsarSubject,
                CapabilityContract,
                ConnectionContract,
                DeliveryContract,
                AcknowledgementContract,
                TransactionContract,
                TopicContract,
                MessagesLeftContract {}
