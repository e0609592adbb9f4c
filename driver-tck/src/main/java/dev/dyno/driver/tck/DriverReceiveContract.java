package dev.dyno.driver.tck;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/** The part of {@link DriverContract} about deliveries, for a driver whose whole contract takes long. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class DriverReceiveContract implements DeliveryContract {}
