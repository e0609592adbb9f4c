package dev.dyno.driver.tck;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * Suite of the tests that every driver must pass. The module of a driver extends it, describes the driver by the methods of
 * {@link ContractSubject}, and starts its broker in a {@code @BeforeAll}. Of a capability that the driver does not declare, only
 * the refusal is tested.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class DriverContract
        implements CapabilityContract,
                ConnectionContract,
                SendContract,
                DeliveryContract,
                AcknowledgementContract,
                TransactionContract,
                TopicContract,
                MessagesLeftContract {}
