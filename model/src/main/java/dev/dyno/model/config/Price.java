package dev.dyno.model.config;

import dev.dyno.driver.setting.ValueType;
import java.math.BigDecimal;

/** Price of the machines of a run, in any currency. */
public record Price(double perHour) {

    static ValueType<Price> type() {
        String expectation = "a price per hour above 0, like 9/h or 0.35/h";
        return ValueType.of("PRICE", expectation, text -> {
            boolean isPrice = text.matches("[0-9]{1,18}(\\.[0-9]{1,9})?/h");
            double perHour = isPrice ? Double.parseDouble(text.substring(0, text.length() - 2)) : 0;
            if (perHour == 0) {
                throw ValueType.refusal(text, expectation);
            }
            return new Price(perHour);
        });
    }

    @Override
    public String toString() {
        return BigDecimal.valueOf(perHour).stripTrailingZeros().toPlainString() + "/h";
    }
}
