package org.wso2.carbon.user.api;

/** Never thrown; Andes catches it. */
public class UserStoreException extends Exception {}
