print("kymo")
