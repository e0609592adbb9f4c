package dev.dyno.driver.tck;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * Suite of the tests that every driver must pass. A driver's module extends it, says what it is by the methods of {@link
 * ContractSubject}, and starts its broker in a {@code @BeforeAll}. What a driver does not declare is not tested, but that it
 * is refused.
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
